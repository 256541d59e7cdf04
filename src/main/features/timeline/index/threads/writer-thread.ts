/** The writer on a thread of its own: told that something is new, and telling how far it is. */
import { Worker } from 'node:worker_threads';
import { programOfThread } from '../../../../../platform/thread-program.ts';
import type { LookupSource } from '../write/lookup-source.ts';
import { SHARED_NUMBERS, type WriterData, type WriterNews, type WriterOrder } from './messages.ts';

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
  /** Secrets that are cut by value, as they are now: the same list until one is learned. */
  readonly known: () => readonly string[];
}

/** Resolves when the index is open, and can be opened for reading. */
export async function startWriter(
  data: Omit<WriterData, 'shared' | 'known'>,
  listener: WriterListener,
  { lookUps, known }: WriterSources,
): Promise<WriterThread> {
  const shared = new SharedArrayBuffer(SHARED_NUMBERS.length * Int32Array.BYTES_PER_ELEMENT);
  const numbers = new Int32Array(shared);
  let told = known();
  const thread = new Worker(
    programOfThread({ source: 'timeline-writer', program: 'timeline-writer' }, import.meta.url),
    {
      workerData: { ...data, known: told, shared } satisfies WriterData,
      resourceLimits: limits,
    },
  );
  const opened = Promise.withResolvers<number>();
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let calls = 0;
  let ended: Error | null = null;
  let isClosing = false;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    opened.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (!isClosing) listener.ended(error);
  };
  thread.on('message', (news: WriterNews) => {
    if (news.news === 'opened') opened.resolve(news.lookUpCursor);
    else if (news.news === 'progress') listener.progress(news);
    else if (news.news === 'failed') listener.failed(news.message, news.isUseless);
    else {
      waiting.get(news.call)?.resolve();
      waiting.delete(news.call);
    }
  });
  thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  thread.on('exit', () => end(new Error('The writer of the timeline ended.')));

  const say = (order: WriterOrder): void => thread.postMessage(order);
  let handedOver = await opened.promise;
  const handOver = (): void => {
    const now = known();
    if (now !== told) say({ order: 'known', known: now });
    told = now;
    for (;;) {
      const found = lookUps(handedOver, LOOK_UPS);
      if (found.length > 0) say({ order: 'look-ups', lookUps: found });
      handedOver = found.at(-1)?.arrival ?? handedOver;
      if (found.length < LOOK_UPS) return;
    }
  };
  return {
    wake() {
      handOver();
      say({ order: 'wake' });
    },
    noteQuestion: () => void Atomics.add(numbers, SHARED_NUMBERS.asked, 1),
    async catchUp() {
      if (ended !== null) throw ended;
      calls += 1;
      const caughtUp = Promise.withResolvers<void>();
      waiting.set(calls, caughtUp);
      handOver();
      say({ order: 'catch-up', call: calls });
      await caughtUp.promise;
    },
    async close() {
      isClosing = true;
      Atomics.store(numbers, SHARED_NUMBERS.stop, 1);
      if (ended === null) {
        const left = new Promise((resolve) => thread.once('exit', resolve));
        say({ order: 'close' });
        await left;
      }
    },
  };
}
