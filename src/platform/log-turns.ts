/**
 * Moving the write-ahead log into the database, in turns of its own. SQLite does it with whichever
 * commit makes the log too long, and then that one takes twice its time and more.
 */
import { nextTurn } from './slices.ts';

/** Pages of 4 KiB. Moving so many takes some 20 ms: each is opened and sealed once. */
const LONG = 800;
/** With this many a commit moves them after all. */
const TOO_LONG = 4_000;

/** As of a Sqlite. */
interface WithLog {
  exec(sql: string): void;
  logPages(): number;
  checkpoint(): boolean;
}

/** From now on commits leave the log alone. To be called after each; the log is moved soon if it is long. */
export function openLogTurns(sqlite: WithLog): () => void {
  sqlite.exec(`PRAGMA wal_autocheckpoint=${TOO_LONG}`);
  let isPlanned = false;

  async function moveSoon(): Promise<void> {
    await nextTurn();
    isPlanned = false;
    try {
      if (sqlite.logPages() >= LONG) sqlite.checkpoint();
    } catch {
      // Closed by now, or a full disk. The log holds what was committed; the next commit says what is wrong.
    }
  }

  return () => {
    if (isPlanned) return;
    isPlanned = true;
    void moveSoon();
  };
}
