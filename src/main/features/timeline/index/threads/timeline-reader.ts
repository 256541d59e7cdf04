/** The program of the reader's thread: answers questions, the newest page first. */
import { parentPort, workerData } from 'node:worker_threads';
import { isUseless, openIndexForReading } from '../open-index.ts';
import { createIndexReader } from '../read/index-reader.ts';
import type { Steps } from '../read/pages.ts';
import type { ReaderAnswer, ReaderCall, ReaderData } from './messages.ts';
import { createSharedTexts, textOfAnswer } from './page-text.ts';

/** Every commit of the writer empties it, so that more would hardly ever be of use. */
const CACHE_KIB = 6 * 1024;

interface Task {
  readonly call: number;
  readonly isPage: boolean;
  readonly steps: Steps<unknown>;
}

function serve(port: NonNullable<typeof parentPort>): void {
  const sqlite = openIndexForReading((workerData as ReaderData).index, CACHE_KIB);
  const reader = createIndexReader(sqlite);
  const tasks: Task[] = [];
  let isPlanned = false;
  const say = (answer: ReaderAnswer): void => port.postMessage(answer);
  const newShared = createSharedTexts();

  /** Pages before counts, and of pages the newest: it is the one that is looked at. */
  const next = (): Task | undefined => tasks.findLast(({ isPage }) => isPage) ?? tasks[0];

  const run = (): void => {
    isPlanned = false;
    const task = next();
    if (task === undefined) return;
    const answer = stepOf(task);
    if (answer !== null) {
      tasks.splice(tasks.indexOf(task), 1);
      say(answer);
    }
    plan();
  };
  const plan = (): void => {
    if (isPlanned || tasks.length === 0) return;
    isPlanned = true;
    setImmediate(run);
  };
  /** null while it is not done. What one step reads is of one moment. */
  const stepOf = ({ call, steps }: Task): ReaderAnswer | null => {
    try {
      sqlite.run('BEGIN');
      try {
        const { done, value } = steps.next();
        if (done !== true) return null;
        const shared = newShared(value);
        if (shared !== null) say({ shared });
        return { call, text: textOfAnswer(value) };
      } finally {
        sqlite.run('COMMIT');
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { call, error: message, isUseless: isUseless(error) };
    }
  };

  port.on('message', ({ call, method, values }: ReaderCall) => {
    if (method === 'close') {
      sqlite.close();
      port.close();
      return;
    }
    if (method === 'drop') {
      const at = tasks.findIndex((task) => task.call === call);
      if (at >= 0) tasks.splice(at, 1);
      return;
    }
    // Both ends are ours and of one build: methods and their arguments are the interface's.
    const ask = reader[method] as (...given: readonly unknown[]) => Steps<unknown>;
    tasks.push({ call, isPage: method === 'list' || method === 'event', steps: ask(...values) });
    plan();
  });
  say({ call: 0, text: 'null' });
}

if (parentPort !== null) serve(parentPort);
