/** The program of the reader's thread: answers questions, the newest page first. */
import { type Offer, serveThread, type ThreadSide } from '../../../../../platform/thread.ts';
import { isUseless, openIndexForReading } from '../open-index.ts';
import { createIndexReader } from '../read/index-reader.ts';
import type { Steps } from '../read/pages.ts';
import type { ReaderCalls, ReaderData, ReaderNews } from './messages.ts';
import { createSharedTexts, textOfReply } from './page-text.ts';

/** Every commit of the writer empties it, so that more would hardly ever be of use. */
const CACHE_KIB = 6 * 1024;

interface Task {
  readonly isPage: boolean;
  readonly steps: Steps<unknown>;
  readonly answer: PromiseWithResolvers<string>;
}

function openReader({
  data,
  say,
  signal,
}: ThreadSide<ReaderData, ReaderNews>): Offer<ReaderCalls> & { close(): void } {
  const sqlite = openIndexForReading(data.index, CACHE_KIB);
  const reader = createIndexReader(sqlite);
  const tasks: Task[] = [];
  let isPlanned = false;
  const newShared = createSharedTexts();

  /** Pages before counts, and of pages the newest: it is the one that is looked at. */
  const next = (): Task | undefined => tasks.findLast(({ isPage }) => isPage) ?? tasks[0];
  const leave = (task: Task): void => {
    const at = tasks.indexOf(task);
    if (at >= 0) tasks.splice(at, 1);
  };

  const run = (): void => {
    isPlanned = false;
    const task = next();
    if (task === undefined) return;
    try {
      const text = stepOf(task);
      if (text !== null) {
        leave(task);
        task.answer.resolve(text);
      }
    } catch (error) {
      leave(task);
      task.answer.reject(
        error instanceof Error ? Object.assign(error, { isUseless: isUseless(error) }) : error,
      );
    }
    plan();
  };
  const plan = (): void => {
    if (isPlanned || tasks.length === 0) return;
    isPlanned = true;
    setImmediate(run);
  };
  /** null while it is not done. What one step reads is of one moment. */
  const stepOf = ({ steps }: Task): string | null => {
    sqlite.run('BEGIN');
    try {
      const { done, value } = steps.next();
      if (done !== true) return null;
      const shared = newShared(value);
      if (shared !== null) say({ shared });
      return textOfReply(value);
    } finally {
      sqlite.run('COMMIT');
    }
  };
  const answers =
    <Values extends readonly unknown[]>(
      ask: (...values: Values) => Steps<unknown>,
      isPage = false,
    ) =>
    (...values: Values): Promise<string> => {
      const task = { isPage, steps: ask(...values), answer: Promise.withResolvers<string>() };
      tasks.push(task);
      signal().addEventListener('abort', () => leave(task));
      plan();
      return task.answer.promise;
    };
  return {
    list: answers(reader.list, true),
    listLater: answers(reader.listLater),
    count: answers(reader.count),
    histogram: answers(reader.histogram),
    facets: answers(reader.facets),
    event: answers(reader.event, true),
    deliveries: answers(reader.deliveries),
    jumps: answers(reader.jumps),
    close: sqlite.close,
  };
}

serveThread(openReader);
