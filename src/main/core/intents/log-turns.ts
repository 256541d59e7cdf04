/**
 * Moving the write-ahead log into the database, in turns of its own. SQLite does it with whichever
 * commit makes the log too long, and then that step takes twice its time and more.
 */
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Moving so many takes some 20 ms: each is opened and sealed once. */
const LONG = 800;
/** With this many a commit moves them after all. */
const TOO_LONG = 4_000;
/** SQLite's own, for commits of nobody's group. */
const USUAL = 1_000;

export interface LogTurns {
  /** Moves the log when it is long; true when it did, and the turn should end with that. */
  take(): boolean;
  end(): void;
}

/** From now on commits leave the log alone, until `end`. */
export function openLogTurns(sqlite: Sqlite): LogTurns {
  const commitsMoveAt = (pages: number) => sqlite.exec(`PRAGMA wal_autocheckpoint=${pages}`);
  commitsMoveAt(TOO_LONG);
  return {
    take() {
      if (sqlite.logPages() < LONG) return false;
      try {
        return sqlite.checkpoint();
      } catch {
        // A full disk, mostly. The log holds what was committed; the next commit says what is wrong.
        return false;
      }
    },
    end: () => commitsMoveAt(USUAL),
  };
}
