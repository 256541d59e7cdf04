/** The reader on a thread of its own, called by messages. */
import { startThread, ThreadEnded } from '../../../../../platform/thread.ts';
import { programOfThread } from '../../../../../platform/thread-program.ts';
import type { IndexReader } from '../read/index-reader.ts';
import type { SharedById } from '../read/rows.ts';
import type { ReaderCalls, ReaderData, ReaderNews } from './messages.ts';
import { replyOfText, sharedOfText } from './page-text.ts';

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
  const program = { source: 'timeline-reader', program: 'timeline-reader' };
  let shared: SharedById = new Map();
  let isClosed = false;
  const thread = startThread<ReaderCalls, ReaderNews>({
    name: 'reader of the timeline',
    program: programOfThread(program, import.meta.url),
    data,
    limits,
    onNews: (news) => {
      shared = sharedOfText(news.shared);
    },
  });
  const answer = async <Result>(
    asked: Promise<string>,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    try {
      // Both ends are ours and of one build: an answer is what the method says.
      return replyOfText(await asked, shared) as Result;
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw isClosed
        ? new IndexUnreadable('The timeline was closed.', 'ended')
        : asUnreadable(error);
    }
  };
  const under = (signal: AbortSignal | undefined): AsyncReader => ({
    list: (...values) => answer(thread.call('list', values, { signal }), signal),
    listLater: (...values) => answer(thread.call('listLater', values, { signal }), signal),
    count: (...values) => answer(thread.call('count', values, { signal }), signal),
    histogram: (...values) => answer(thread.call('histogram', values, { signal }), signal),
    facets: (...values) => answer(thread.call('facets', values, { signal }), signal),
    event: (...values) => answer(thread.call('event', values, { signal }), signal),
    deliveries: (...values) => answer(thread.call('deliveries', values, { signal }), signal),
    jumps: (...values) => answer(thread.call('jumps', values, { signal }), signal),
  });

  await thread.opened.catch((error: unknown) => {
    throw new IndexUnreadable(error instanceof Error ? error.message : String(error), 'ended');
  });
  return {
    under,
    async close() {
      isClosed = true;
      await thread.close();
    },
  };
}

function asUnreadable(error: unknown): IndexUnreadable {
  if (!(error instanceof Error)) return new IndexUnreadable(String(error), 'failed');
  if (error instanceof ThreadEnded) return new IndexUnreadable(error.message, 'ended');
  const isUseless = 'isUseless' in error && error.isUseless === true;
  return new IndexUnreadable(error.message, isUseless ? 'useless' : 'failed');
}
