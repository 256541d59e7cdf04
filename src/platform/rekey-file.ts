/**
 * Gives a database another key. A copy beside it is encrypted anew, checked, and takes its place in one step, so
 * whatever happens in between, one of the two keys opens the file, and the file holds everything.
 */
import { closeSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncDirectory } from './durable-file.ts';
import { moveFile } from './move-file.ts';
import { openSqlite, rekeyCopy, type Sqlite } from './sqlite.ts';

export interface RekeyOrder {
  readonly file: string;
  readonly before: Uint8Array;
  readonly next: Uint8Array;
}

/** A copy stands here while it is made; one that is left over opens with a key that nobody needs. */
const besideOf = (file: string): string => `${file}.new`;

/** How often the bytes of a file are gone through. */
export const rekeyPasses = 3;

/** Deletes what one that was cut off has left. */
export function removeLeftCopy(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm'])
    rmSync(`${besideOf(file)}${end}`, { force: true });
}

/**
 * Nothing else may have it open. `onProgress` gets bytes gone through since the last call, `rekeyPasses` times
 * the file in all. Throws WrongDatabaseKey, `isBusy`, or what the disk says; then the file is as it was.
 */
export function rekeyFile(order: RekeyOrder, onProgress: (bytes: number) => void): void {
  const { file, before, next } = order;
  const beside = besideOf(file);
  removeLeftCopy(file);
  try {
    const counts = closed(openSqlite({ file, key: before }), (sqlite) => {
      const rows = countRows(sqlite);
      sqlite.endLog();
      return rows;
    });
    const stamp = stampOf(file);
    const { size } = statSync(file);
    copyFile(file, beside, onProgress);
    rekeyCopy(beside, before, next);
    onProgress(size);
    closed(openSqlite({ file: beside, key: next }), (sqlite) => {
      if (sqlite.texts('PRAGMA quick_check').join() !== 'ok') throw new CopyDiffers(file);
      if (!isSame(counts, countRows(sqlite))) throw new CopyDiffers(file);
    });
    onProgress(size);
    syncFile(beside);
    if (stampOf(file) !== stamp || hasLog(beside)) throw new CopyDiffers(file);
    moveFile(beside, file);
  } catch (error) {
    removeLeftCopy(file);
    throw error;
  }
  syncDirectory(dirname(file));
}

class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
  constructor(file: string) {
    super(`The copy of ${file} under another key differs from it. Nothing was changed.`);
  }
}

function closed<Result>(sqlite: Sqlite, work: (sqlite: Sqlite) => Result): Result {
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

const countRow = z.object({ count: z.int() });

/** Rows of each table; what a virtual one shows is in its own. */
function countRows(sqlite: Sqlite): ReadonlyMap<string, number> {
  const tables = sqlite.texts(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  return new Map(
    tables.map((name) => {
      const row = sqlite.first(`SELECT count(*) AS count FROM "${name.replaceAll('"', '""')}"`);
      return [name, countRow.parse(row).count];
    }),
  );
}

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([name, count]) => other.get(name) === count);

/** Changes with every write, also of another process; a log beside it is one that is not in the file. */
function stampOf(file: string): string {
  const { size, mtimeNs, ino } = statSync(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${hasLog(file)}`;
}

const hasLog = (file: string): boolean =>
  statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;

const pieceBytes = 4 * 1024 * 1024;

function copyFile(from: string, to: string, onProgress: (bytes: number) => void): void {
  const piece = Buffer.allocUnsafe(pieceBytes);
  const source = openSync(from, 'r');
  try {
    const target = openSync(to, 'wx', 0o600);
    try {
      for (let count = readSync(source, piece); count > 0; count = readSync(source, piece)) {
        for (let written = 0; written < count; )
          written += writeSync(target, piece, written, count - written);
        onProgress(count);
      }
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
