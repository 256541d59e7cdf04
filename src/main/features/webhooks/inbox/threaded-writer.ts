/** The writer in a thread of its own, called by messages. */
import { Worker } from 'node:worker_threads';
import { createRetry } from '../../../../platform/back-off.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import type { InboxBounds } from './bounds.ts';
import { toSent } from './packed-group.ts';
import type { WriterEvent } from './types.ts';
import type { InboxWriter } from './writer.ts';
import { type Closable, openWriterThread, WriterEnded, type WriterThread } from './writer-calls.ts';

/** The same calls, each resolving when it is durable. */
export type AsyncWriter = {
  readonly [Method in keyof Closable]: (
    ...values: Parameters<Closable[Method]>
  ) => Promise<ReturnType<Closable[Method]>>;
};

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

const startWorker: StartThread = (data) =>
  new Worker(
    programOfThread({ source: 'writer-thread', program: 'inbox-writer' }, import.meta.url),
    { workerData: data, resourceLimits: limits },
  );

const RESTARTS = { firstMs: 100, longestMs: 30_000, isFirstAtOnce: true };

/**
 * Starts the thread and opens the database in it. Rejects with what opening threw; later calls reject
 * with what the writer threw, or WriterEnded. A thread that ended is started again, at once and then
 * after ever longer waits; until it is there, calls reject with WriterEnded.
 */
export async function startThreadedWriter(options: ThreadedWriterOptions): Promise<AsyncWriter> {
  const { onEvent, startThread = startWorker, file, key, bounds } = options;
  const data: WriterData = { file, key, bounds };
  let isClosing = false;

  const checkpointsEnded = (error: Error): void => onEvent({ kind: 'checkpoints-ended', error });
  const restart = async (): Promise<void> => {
    try {
      const opened = await openWriterThread(startThread(data), checkpointsEnded);
      if (isClosing) {
        await opened.close();
        return;
      }
      follow(opened);
      onEvent({ kind: 'started' });
    } catch {
      retry.failed();
    }
  };
  const retry = createRetry(() => void restart(), RESTARTS);
  let thread: WriterThread | null = null;
  const follow = (opened: WriterThread): void => {
    thread = opened;
    opened.onEnd((error) => {
      thread = null;
      if (isClosing) return;
      onEvent({ kind: 'ended', error });
      retry.failed();
    });
  };
  follow(await openWriterThread(startThread(data), checkpointsEnded));

  const send: WriterThread['send'] = async (...call) => {
    if (thread === null) throw new WriterEnded('The writer of the inbox is not there.');
    const result = await thread.send(...call);
    retry.succeeded();
    return result;
  };
  return {
    reserve: async (...values) => void (await send('reserve', values)),
    assign: async (...values) => void (await send('assign', values)),
    setProfileKey: async (...values) => void (await send('setProfileKey', values)),
    // Its bytes move to the thread: they are empty here from then on.
    append: async (group, answered) =>
      (await send('append', [toSent(group), answered], [group.bytes.buffer])) as ReturnType<
        InboxWriter['append']
      >,
    appendVerdicts: async (...values) => void (await send('appendVerdicts', values)),
    close: async () => {
      isClosing = true;
      retry.stop();
      await thread?.close();
    },
  };
}
