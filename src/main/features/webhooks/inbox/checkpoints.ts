/**
 * Moves the write-ahead log into the database from a thread of its own, so that no commit waits for
 * it. PASSIVE takes no lock that a writer wants; what is committed is in the log and forced to the disk
 * before, with or without it. When the log is moved whole, the next commit starts it over, so that the
 * file is used again instead of growing.
 */
import { createRetry } from '../../../../platform/back-off.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { startThread, type Thread } from '../../../../platform/thread.ts';

/** What makes the writer's program this one. */
export interface CheckpointData extends DatabaseFile {
  readonly role: 'checkpoints';
}

interface DatabaseFile {
  readonly file: string;
  readonly key: Uint8Array;
}

export const isCheckpointData = (data: DatabaseFile): data is CheckpointData => 'role' in data;

const PERIOD_MS = 500;
/** Nothing is to be moved for longer than this after a start, when other threads need the processor. */
const FIRST_MS = 1_000;

/**
 * A commit that meets a checkpoint waits several times as long for the disk. Pages that were written
 * often are moved once: few large ones cost less than many small ones, and meet fewer commits.
 */
const ENOUGH_PAGES = 4_000;
const LONGEST_WAIT_MS = 10_000;

/** Whether so many pages of the log, the last of which were moved so long ago, are to be moved now. */
export const isTimeToMove = (pages: number, waitedMs: number): boolean =>
  pages >= ENOUGH_PAGES || (pages > 0 && waitedMs >= LONGEST_WAIT_MS);

/**
 * Pages of the log (4 KiB each) at which a commit moves them itself after all: where the thread is
 * gone, or commits follow each other so closely that it never catches up. Then little is left to move.
 */
const MOST_PAGES = 12_000;

export const leaveCheckpoints = (sqlite: Sqlite): void =>
  sqlite.exec(`PRAGMA wal_autocheckpoint=${MOST_PAGES}`);

const WAITS = { firstMs: 100, longestMs: 60_000 };
/** A thread that ran so long was well: its end is the first of others. */
const WELL_MS = 5 * WAITS.longestMs;

/**
 * Starts the thread. It is no part of any commit, so its end is none of the writer's: it is told, and
 * the thread is started again after ever longer waits.
 */
export function startCheckpoints(
  program: URL,
  { file, key }: DatabaseFile,
  onEnd: (error: Error) => void,
): { stop(): Promise<void> } {
  const data: CheckpointData = { role: 'checkpoints', file, key };
  let isStopping = false;
  let thread: Thread<object> | null = null;

  const start = (): void => {
    const startedAt = performance.now();
    thread = startThread({
      name: 'thread of checkpoints',
      program,
      data,
      // MiB of what is soon forgotten: it has next to nothing to remember.
      limits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
    });
    thread.onEnd((error) => {
      thread = null;
      if (isStopping) return;
      if (performance.now() - startedAt > WELL_MS) retry.succeeded();
      onEnd(error);
      retry.failed();
    });
  };
  const retry = createRetry(start, WAITS);
  const first = setTimeout(start, FIRST_MS);
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(first);
      retry.stop();
      await thread?.close();
    },
  };
}

/** The thread itself, until it is told to stop. */
export function runCheckpoints({ file, key }: CheckpointData): { close(): void } {
  const sqlite = openSqlite({ file, key, cacheKiB: 256 });
  let movedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isTimeToMove(sqlite.logPages(), now - movedAt)) return;
    movedAt = now;
    // Rows say how far it came; a log that somebody reads is moved the next time.
    sqlite.all('PRAGMA wal_checkpoint(PASSIVE)');
  }, PERIOD_MS);
  return {
    close: () => {
      clearInterval(timer);
      sqlite.close();
    },
  };
}
