/** The writer in a thread of its own. */
import { createRetry } from '../../../../platform/back-off.ts';
import {
  speakTo,
  startWorker as startPlatformWorker,
  type Thread,
  ThreadEnded,
  type Worker,
} from '../../../../platform/thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import type { InboxBounds } from './bounds.ts';
import { type SentGroup, toSent } from './packed-group.ts';
import type { WriterEvent } from './types.ts';
import type { InboxWriter } from './writer.ts';

type Closable = InboxWriter & { readonly close: () => void };

/** The same calls, each resolving when it is durable. */
export type AsyncWriter = {
  readonly [Method in keyof Closable]: (
    ...values: Parameters<Closable[Method]>
  ) => Promise<ReturnType<Closable[Method]>>;
};

/** As they cross to the thread. */
export interface WriterCalls extends Omit<InboxWriter, 'append' | 'appendFrom'> {
  append(
    group: SentGroup,
    answered: Parameters<InboxWriter['append']>[1],
  ): ReturnType<InboxWriter['append']>;
  appendFrom(
    group: SentGroup,
    from: Parameters<InboxWriter['appendFrom']>[1],
  ): ReturnType<InboxWriter['appendFrom']>;
}

/** The thread of checkpoints ended, and is started again. */
export interface WriterNews {
  readonly checkpointsEnded: Error;
}

export interface WriterData {
  readonly file: string;
  readonly key: Uint8Array;
  readonly bounds: InboxBounds;
}

export interface ThreadedWriterOptions extends WriterData {
  readonly onEvent: (event: WriterEvent) => void;
  readonly startThread?: StartThread;
}

/** The thread that runs writer-thread.ts with this as its `workerData`. */
export type StartThread = (data: WriterData) => Worker;

/**
 * What is new and soon forgotten, in MiB: by itself the thread would take many times this. Nothing else is
 * bounded, since a thread at its bound ends.
 */
const limits = { maxYoungGenerationSizeMb: 4 };

const startWorker: StartThread = (data) => {
  const names = { source: 'writer-thread', program: 'inbox-writer' };
  return startPlatformWorker({ program: programOfThread(names, import.meta.url), data, limits });
};

const RESTARTS = { firstMs: 100, longestMs: 30_000, isFirstAtOnce: true };

/**
 * Starts the thread and opens the database in it. Rejects with what opening threw; later calls reject
 * with what the writer threw, or ThreadEnded. A thread that ended is started again, at once and then
 * after ever longer waits; until it is there, calls reject with ThreadEnded.
 */
export async function startThreadedWriter(options: ThreadedWriterOptions): Promise<AsyncWriter> {
  const { onEvent, startThread = startWorker, file, key, bounds } = options;
  let isClosing = false;
  let thread: Thread<WriterCalls> | null = null;

  const open = async (): Promise<void> => {
    const opening = speakTo<WriterCalls, WriterNews>(
      startThread({ file, key, bounds }),
      'writer of the inbox',
      ({ checkpointsEnded: error }) => onEvent({ kind: 'checkpoints-ended', error }),
    );
    await opening.opened;
    if (isClosing) {
      await opening.close();
      return;
    }
    thread = opening;
    opening.onEnd((error) => {
      thread = null;
      if (isClosing) return;
      onEvent({ kind: 'ended', error });
      retry.failed();
    });
  };
  const retry = createRetry(() => {
    open().then(
      () => {
        if (!isClosing) onEvent({ kind: 'started' });
      },
      () => retry.failed(),
    );
  }, RESTARTS);
  await open();

  const call: Thread<WriterCalls>['call'] = async (...asked) => {
    if (thread === null) throw new ThreadEnded('The writer of the inbox is not there.');
    const result = await thread.call(...asked);
    retry.succeeded();
    return result;
  };
  return {
    reserve: (...values) => call('reserve', values),
    assign: (...values) => call('assign', values),
    setProfileKey: (...values) => call('setProfileKey', values),
    append: (group, answered) =>
      call('append', [toSent(group), answered], { transfer: [group.bytes.buffer] }),
    appendFrom: (group, from) =>
      call('appendFrom', [toSent(group), from], { transfer: [group.bytes.buffer] }),
    appendVerdicts: (...values) => call('appendVerdicts', values),
    replaceBlocks: (...values) => call('replaceBlocks', values),
    scrub: (...values) => call('scrub', values),
    close: async () => {
      isClosing = true;
      retry.stop();
      await thread?.close();
    },
  };
}
