/** The writer on a thread of its own: told that something is new, and telling how far it is. */
import { MessageChannel } from 'node:worker_threads';
import { startThread } from '../../../../../platform/thread.ts';
import { programOfThread } from '../../../../../platform/thread-program.ts';
import type { LookupSource, WholeEvents } from '../write/lookup-source.ts';
import { answerWriter } from './asking-main.ts';
import { SHARED_NUMBERS, type WriterCalls, type WriterData, type WriterNews } from './messages.ts';

export interface WriterThread {
  /** Something may be new. */
  wake(): void;
  /** A question is asked of the index: settling stands back for it. */
  noteQuestion(): void;
  /** Resolves when everything up to now is searchable; rejects when the thread ends before. */
  catchUp(): Promise<void>;
  /** What is under way is undone, and done again at the next start. */
  close(): Promise<void>;
}

export interface WriterListener {
  progress(news: Extract<WriterNews, { readonly news: 'progress' }>): void;
  /** `isUseless`: the file can't be used as it is. */
  failed(message: string, isUseless: boolean): void;
  /** The thread ended by itself. */
  ended(error: Error): void;
}

/** V8's own share of the thread's memory, in MiB. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

/** Look-ups of one message. A person makes them one at a time, so more wait only after a rebuild. */
const LOOK_UPS = 200;

/** Asked on this thread. */
export interface WriterSources {
  readonly lookUps: LookupSource;
  readonly wholeEvents: WholeEvents;
  /** Secrets that are cut by value, as they are now: the same list until one is learned. */
  readonly known: () => readonly string[];
}

/** Resolves when the index is open, and can be opened for reading. */
export async function startWriter(
  data: Omit<WriterData, 'shared' | 'known' | 'port'>,
  listener: WriterListener,
  { lookUps, wholeEvents, known }: WriterSources,
): Promise<WriterThread> {
  const shared = new SharedArrayBuffer(SHARED_NUMBERS.length * Int32Array.BYTES_PER_ELEMENT);
  const numbers = new Int32Array(shared);
  let told = known();
  const program = { source: 'timeline-writer', program: 'timeline-writer' };
  const { port1, port2: port } = new MessageChannel();
  answerWriter(port1, numbers, wholeEvents);
  let isClosing = false;
  const thread = startThread<WriterCalls, WriterNews>({
    name: 'writer of the timeline',
    program: programOfThread(program, import.meta.url),
    data: { ...data, known: told, shared, port } satisfies WriterData,
    transfer: [port],
    limits,
    onNews(news) {
      if (news.news === 'progress') listener.progress(news);
      else listener.failed(news.message, news.isUseless);
    },
  });
  thread.onEnd((error) => {
    if (!isClosing) listener.ended(error);
  });

  await thread.opened;
  let handedOver = await thread.call('lookUpCursor', []);
  const handOver = (): void => {
    const now = known();
    if (now !== told) thread.tell('known', [now]);
    told = now;
    for (;;) {
      const found = lookUps(handedOver, LOOK_UPS);
      if (found.length > 0) thread.tell('lookUps', [found]);
      handedOver = found.at(-1)?.arrival ?? handedOver;
      if (found.length < LOOK_UPS) return;
    }
  };
  return {
    wake() {
      handOver();
      thread.tell('wake', []);
    },
    noteQuestion: () => void Atomics.add(numbers, SHARED_NUMBERS.asked, 1),
    async catchUp() {
      handOver();
      await thread.call('catchUp', []);
    },
    async close() {
      isClosing = true;
      Atomics.store(numbers, SHARED_NUMBERS.stop, 1);
      await thread.close();
    },
  };
}
