/**
 * Room for the outcome, held before anything is sent, so that a disk that fills up in between can't
 * lose an answer. It is held three times over, because each way has its own hole:
 * - in the database file, as a row of zeros whose pages the outcome's transaction takes over;
 * - in the write-ahead log, which every commit goes through first. Writing the zeros made the log
 *   as long; moving it into the database (a checkpoint) lets the next commit start over at its
 *   beginning, in space that the file has already;
 * - on the disk, as a file beside the database that is only there to be removed. Whatever else was
 *   committed in between may have taken the log's space; then this makes new space for it. Where
 *   another connection reads for long, as a backup does, the log can't start over: then the file holds
 *   the log of every outcome besides.
 */
import { rmSync, statSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from '../../../platform/durable-file.ts';
import { isDiskFull, type Sqlite } from '../../../platform/sqlite.ts';

/**
 * Bytes held for one outcome. The answer of a create is about 2 KB; kept in observation, record,
 * columns, search, journal and audit log it touches some 50 pages of 4 KiB.
 */
const ROOM_BYTES = 256 * 1024;

/** Threads read in short steps; one of them may be in the way. */
const READERS_MS = 250;

/** Bytes of the file beside the database: the log of several outcomes. */
const SPARE_BYTES = 1024 * 1024;

const spareFile = (sqlite: Sqlite): string => `${sqlite.file}-spare`;

/** Holds room under this key, or throws (the disk is full) and holds nothing. */
export function holdRoom(sqlite: Sqlite, key: string): void {
  try {
    keepSpareFile(sqlite, SPARE_BYTES);
    sqlite.run('INSERT OR IGNORE INTO intent_room (key, room) VALUES (?, zeroblob(?))', [
      key,
      ROOM_BYTES,
    ]);
    holdLog(sqlite);
  } catch (error) {
    attempt(() => giveBackRoom(sqlite, key));
    throw error;
  }
}

/** Room of a group is held by the place and used again: an outcome in a group seldom needs it. */
const GROUP_PREFIX = 'group:';
/** Bytes held for one outcome of a group. They share pages, so that each adds some 20 KB. */
const GROUP_ROOM_BYTES = 64 * 1024;

/** The key of a place, from 0. */
export const groupRoomKey = (place: number): string => `${GROUP_PREFIX}${place}`;

/** Holds room at these places, or throws (the disk is full); then some of it may be held. */
export function holdGroupRoom(sqlite: Sqlite, keys: readonly string[]): void {
  keepSpareFile(sqlite, SPARE_BYTES);
  sqlite.transaction(() => {
    for (const key of keys) {
      sqlite.run('INSERT OR IGNORE INTO intent_room (key, room) VALUES (?, zeroblob(?))', [
        key,
        GROUP_ROOM_BYTES,
      ]);
    }
  });
  holdLog(sqlite);
}

/** Gives back the room of all places, also what an earlier process held. */
export function giveBackGroupRoom(sqlite: Sqlite): void {
  attempt(() => void sqlite.run(`DELETE FROM intent_room WHERE key LIKE '${GROUP_PREFIX}%'`));
}

/** Gives the pages back, to whatever the running transaction writes next. */
export function giveBackRoom(sqlite: Sqlite, key: string): void {
  sqlite.run('DELETE FROM intent_room WHERE key = ?', [key]);
}

/** Lets the next commit start at the beginning of the log, in space that the file has. */
export function startLogOver(sqlite: Sqlite): void {
  // Where others' pages find no place in the database, the log stays; then the commit decides.
  attempt(() => void sqlite.checkpoint(READERS_MS));
}

/** Makes space on the disk, when the failure was for want of it. */
export function makeSpace(sqlite: Sqlite, failure: unknown): void {
  if (isDiskFull(failure)) rmSync(spareFile(sqlite), { force: true });
}

/** Room whose intent is settled, or was never journalled. */
export function giveBackLeftOverRoom(sqlite: Sqlite): void {
  const journalled = "SELECT key FROM intents WHERE state = 'journalled'";
  attempt(
    () =>
      void sqlite.run(
        `DELETE FROM intent_room WHERE key NOT IN (${journalled}) AND key NOT LIKE '${GROUP_PREFIX}%'`,
      ),
  );
}

const heldBytes = z.object({ bytes: z.int() });

/** Space in the log for the outcomes of all room that is held, once the room itself is written. */
function holdLog(sqlite: Sqlite): void {
  if (sqlite.checkpoint(READERS_MS)) return;
  const held = sqlite.first('SELECT coalesce(sum(length(room)), 0) AS bytes FROM intent_room');
  keepSpareFile(sqlite, SPARE_BYTES + heldBytes.parse(held).bytes);
}

/** Makes the spare file at least this large. */
function keepSpareFile(sqlite: Sqlite, bytes: number): void {
  const file = spareFile(sqlite);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= bytes) return;
  // No zeros: some file systems keep those without taking space.
  writeDurably(file, new Uint8Array(bytes).fill(0xa5));
}

/** Runs work that may fail on a full disk without harm. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The next recover() gives left-over room back.
  }
}
