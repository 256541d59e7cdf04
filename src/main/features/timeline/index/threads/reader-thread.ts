/** The reader on a thread of its own, called by messages. */
import { Worker } from 'node:worker_threads';
import { programOfThread } from '../../../../../platform/thread-program.ts';
import type { IndexReader } from '../read/index-reader.ts';
import type { SharedById } from '../read/rows.ts';
import type { ReaderAnswer, ReaderCall, ReaderData } from './messages.ts';
import { answerOfText, sharedOfText } from './page-text.ts';

/** The same questions, each answered when the thread has an answer. */
export type AsyncReader = {
  readonly [Method in keyof IndexReader]: (
    ...values: Parameters<IndexReader[Method]>
  ) => Promise<ResultOf<ReturnType<IndexReader[Method]>>>;
};
type ResultOf<Steps> = Steps extends Generator<undefined, infer Result> ? Result : never;

export interface ReaderThread {
  /** Asks. What nobody waits for any more is dropped between its steps. */
  under(signal: AbortSignal | undefined): AsyncReader;
  /** Questions under way are answered with an error. */
  close(): Promise<void>;
}

/** Why the index can't answer: its file is damaged, its thread ended, or this question failed. */
type Why = 'useless' | 'ended' | 'failed';

export class IndexUnreadable extends Error {
  override readonly name = 'IndexUnreadable';
  readonly why: Why;
  constructor(message: string, why: Why) {
    super(message);
    this.why = why;
  }
}

/** V8's own share of the thread's memory, in MiB. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 2 };

/** Resolves when the index is open. Rejects with IndexUnreadable. */
export async function startReader(data: ReaderData): Promise<ReaderThread> {
  const thread = new Worker(
    programOfThread({ source: 'timeline-reader', program: 'timeline-reader' }, import.meta.url),
    {
      workerData: data,
      resourceLimits: limits,
    },
  );
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let ended: Error | null = null;

  const wait = (call: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(call, answer);
    return answer.promise;
  };
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  let shared: SharedById = new Map();
  thread.on('message', (answer: ReaderAnswer) => {
    if ('shared' in answer) {
      shared = sharedOfText(answer.shared);
      return;
    }
    const waited = waiting.get(answer.call);
    waiting.delete(answer.call);
    if ('error' in answer) {
      waited?.reject(new IndexUnreadable(answer.error, answer.isUseless ? 'useless' : 'failed'));
      return;
    }
    try {
      waited?.resolve(answerOfText(answer.text, shared));
    } catch (error) {
      waited?.reject(error);
    }
  });
  thread.on('error', (error) => end(asUnreadable(error)));
  thread.on('exit', () => end(new IndexUnreadable('The reader of the timeline ended.', 'ended')));

  const answerTo = async (
    method: ReaderCall['method'],
    values: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    signal?.throwIfAborted();
    if (ended !== null) throw ended;
    calls += 1;
    const call = calls;
    const answer = wait(call);
    const drop = (): void => {
      waiting.get(call)?.reject(signal?.reason);
      waiting.delete(call);
      thread.postMessage({ call, method: 'drop', values: [] } satisfies ReaderCall);
    };
    signal?.addEventListener('abort', drop, { once: true });
    try {
      thread.postMessage({ call, method, values } satisfies ReaderCall);
      return await answer;
    } finally {
      signal?.removeEventListener('abort', drop);
    }
  };
  const under = (signal: AbortSignal | undefined): AsyncReader => {
    // Both ends are ours and of one build: an answer is what the method says.
    const ask =
      <Method extends keyof IndexReader>(method: Method) =>
      async (
        ...values: Parameters<IndexReader[Method]>
      ): Promise<ResultOf<ReturnType<IndexReader[Method]>>> =>
        (await answerTo(method, values, signal)) as ResultOf<ReturnType<IndexReader[Method]>>;
    return {
      list: ask('list'),
      listLater: ask('listLater'),
      count: ask('count'),
      histogram: ask('histogram'),
      facets: ask('facets'),
      event: ask('event'),
      deliveries: ask('deliveries'),
      jumps: ask('jumps'),
    };
  };

  await wait(0);
  return {
    under,
    async close() {
      if (ended !== null) return;
      const left = new Promise((resolve) => thread.once('exit', resolve));
      end(new IndexUnreadable('The timeline was closed.', 'ended'));
      thread.postMessage({ call: 0, method: 'close', values: [] } satisfies ReaderCall);
      await left;
    },
  };
}

const asUnreadable = (error: unknown): IndexUnreadable =>
  new IndexUnreadable(error instanceof Error ? error.message : String(error), 'ended');
