/**
 * The one door for work on databases beside their session, which takes longer than main may wait:
 *
 *     run ──▶ profile closed ──▶ job, its thread ──▶ profile opened
 *      └─ refused while locked, and while another job is under way
 *     locked ──▶ threads ended at once, their keys overwritten ──▶ the job rejects with LOCKED
 *
 * To a job a lock is what a kill is: each of its steps is one transaction, or is undone or resumed by the next
 * opening. What SQLite does in one go (VACUUM, a page under another key) ends first; the page is blank before.
 */
import { overwrite } from '../../platform/overwrite.ts';
import { withSharedKeys } from '../../platform/shared-keys.ts';
import { type Run, startThread, type Thread } from '../../platform/thread.ts';
import { programOfThread } from '../../platform/thread-program.ts';
import { asBackupError } from '../core/backup/backup-error.ts';
import { Failed, invalidOf } from '../core/intents/failed.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { DatabaseCalls } from './database-thread.ts';
import { locked } from './locked.ts';

/** What a thread of it offers. */
export type Calls<Of extends keyof DatabaseCalls> = Run<DatabaseCalls[Of]>;

export interface Job<Of extends keyof DatabaseCalls> {
  readonly of: Of;
  /** What is under way: a sentence. */
  readonly is: string;
  /** Bytes to go through, of which its threads tell. */
  readonly total?: number;
  /** The profile stays open: what it writes is a copy, or a file of its own. */
  readonly isAside?: boolean;
}

export interface Running extends Job<keyof DatabaseCalls> {
  readonly done: number;
}

type Work<Of extends keyof DatabaseCalls, Result> = (
  call: Calls<Of>,
  signal: AbortSignal,
) => Promise<Result>;

export interface DatabaseWork {
  /** The job under way; null where none is. */
  running(): Running | null;
  /** Throws Failed: LOCKED, or INVALID while a job is under way and where nothing is stored. */
  requirePossible(): void;
  /** Rejects as `requirePossible` and the work do; BackupError keeps its class. */
  run<Of extends keyof DatabaseCalls, Result>(
    job: Job<Of>,
    work: Work<Of, Result>,
  ): Promise<Result>;
  /** A thread without a job, for steps of an opening and checks. It ends with the work, a lock, or `signal`. */
  inThread<Of extends keyof DatabaseCalls, Result>(
    of: Of,
    work: Work<Of, Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Ends every thread at once, and resolves when they have ended. */
  stop(): Promise<void>;
  /** Stops, and lets nothing begin. */
  close(): Promise<void>;
}

export interface DatabaseWorkParts {
  /** Made later. */
  readonly vault: () => Pick<Vault, 'status' | 'isDurable'>;
  readonly sessions: () => {
    whileClosed<Result>(why: () => string, work: () => Promise<Result>): Promise<Result>;
  };
  readonly onChange: () => void;
  /** How often progress is told, in milliseconds. */
  readonly tellMs?: number;
}

export function createDatabaseWork(parts: DatabaseWorkParts): DatabaseWork {
  const { vault, sessions, onChange, tellMs = 500 } = parts;
  const threads = new Set<Thread<unknown>>();
  let running: Running | null = null;
  let stopping = new AbortController();
  let isClosed = false;
  let toldAt = 0;

  const requireUnlocked = (): void => {
    if (!isClosed && vault().status().state === 'unlocked') return;
    throw locked();
  };
  const requirePossible = (): void => {
    requireUnlocked();
    if (!vault().isDurable()) throw invalid(noData);
    if (running !== null) throw invalid(`${running.is} Wait until it is done.`);
  };

  const onProgress = (bytes: number): void => {
    if (running === null) return;
    running = { ...running, done: running.done + bytes };
    if (performance.now() - toldAt < tellMs) return;
    toldAt = performance.now();
    onChange();
  };

  async function inThread<Of extends keyof DatabaseCalls, Result>(
    of: Of,
    work: Work<Of, Result>,
    signal: AbortSignal = stopping.signal,
  ): Promise<Result> {
    requireUnlocked();
    const ends = AbortSignal.any([stopping.signal, signal]);
    const keys: Uint8Array[] = [];
    let thread: Thread<DatabaseCalls[Of]> | null = null;
    const end = (): void => void thread?.end();
    ends.addEventListener('abort', end);
    const start = (): Thread<DatabaseCalls[Of]> => {
      const started = startThread<DatabaseCalls[Of], number>({
        name: `thread of a database (${of})`,
        program: program(),
        data: of,
        onNews: onProgress,
      });
      threads.add(started);
      return started;
    };
    try {
      const call: Calls<Of> = async (name, ...values) => {
        ends.throwIfAborted();
        thread ??= start();
        return await thread.call(name, withSharedKeys(values, keys) as never);
      };
      return await work(call, ends);
    } catch (error) {
      throw asBackupError(error);
    } finally {
      ends.removeEventListener('abort', end);
      if (thread !== null) {
        // Before anyone asks what is in the files: it may be in the midst of them.
        await (thread as Thread<unknown>).end();
        threads.delete(thread);
      }
      overwrite(...keys);
    }
  }

  const stop = async (): Promise<void> => {
    const ended = [...threads].map((thread) => thread.end());
    stopping.abort(new Error('Causeway was locked or stopped.'));
    stopping = new AbortController();
    await Promise.all(ended);
  };

  return {
    running: () => running,
    requirePossible,
    async run(job, work) {
      requirePossible();
      const { signal } = stopping;
      const inIt = async () => {
        signal.throwIfAborted();
        return await inThread(job.of, work);
      };
      running = { ...job, done: 0 };
      onChange();
      try {
        return job.isAside === true
          ? await inIt()
          : await sessions().whileClosed(() => sentenceOf(running ?? { ...job, done: 0 }), inIt);
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new Failed('LOCKED', { sentence: lockedMeanwhile, canTryAgain: true });
      } finally {
        running = null;
        onChange();
      }
    },
    inThread,
    stop,
    close() {
      isClosed = true;
      return stop();
    },
  };
}

const program = (): string =>
  programOfThread({ source: 'database-thread', program: 'database-work' }, import.meta.url);

function sentenceOf({ is, done, total = 0 }: Running): string {
  const share = total > 0 ? ` ${Math.min(99, Math.floor((100 * done) / total))} % is done.` : '';
  return `${is}${share} The profile opens again when that is done.`;
}

const noData = 'This session is temporary and stores nothing, so this can’t be done.';
export const lockedMeanwhile =
  'Causeway was locked meanwhile. What was finished is complete. Unlock Causeway, then repeat the rest.';

const invalid = invalidOf('database-work', true);
