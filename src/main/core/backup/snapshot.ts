/**
 * The files of a database that is in use, as of one moment. SQLite's own backup can't copy from one cipher
 * to the same one, and VACUUM INTO takes fifteen times as long as reading the file; so the encrypted pages
 * are copied as they are, while a read transaction stands:
 *
 * - it keeps frames after its moment from moving into the database, and the log from beginning again;
 * - where the log has nothing that the database lacks, the database alone is the snapshot;
 * - else the log follows it: opening both replays every frame over pages that moved meanwhile, as it
 *   does after a kill.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';

export interface SnapshotFile {
  /** What follows the database's own name: nothing, or `-wal`. */
  readonly suffix: '' | '-wal';
  readonly bytes: number;
  /** Reads it whole, in order. */
  read(take: (bytes: Uint8Array) => void): void;
}

const counts = z.array(z.object({ kind: z.string(), count: z.int() }));

/** Known records by kind, in a profile's database; none in another. */
function countRecords(sqlite: Sqlite): Readonly<Record<string, number>> {
  const [table] = sqlite.texts(
    "SELECT name FROM sqlite_schema WHERE name IN ('record_counts', 'records') ORDER BY name",
  );
  if (table === undefined) return {};
  const rows = sqlite.all(
    table === 'records'
      ? 'SELECT kind, count(*) AS count FROM records GROUP BY kind ORDER BY kind'
      : 'SELECT kind, known AS count FROM record_counts ORDER BY kind',
  );
  return Object.fromEntries(counts.parse(rows).map(({ kind, count }) => [kind, count]));
}

/** Throws WrongDatabaseKey. */
export function withSnapshot<Result>(
  file: string,
  key: Uint8Array,
  work: (files: Iterable<SnapshotFile>, records: Readonly<Record<string, number>>) => Result,
): Result {
  const open = () => openSqlite({ file, key, waitMs: 10_000 });
  const reader = open();
  // Inside a read transaction a connection can't ask for the state of the log.
  const asker = open();
  try {
    reader.exec('BEGIN');
    const records = countRecords(reader);
    try {
      return work(filesOf(file, asker), records);
    } finally {
      reader.exec('ROLLBACK');
    }
  } finally {
    asker.close();
    reader.close();
  }
}

function* filesOf(file: string, asker: Sqlite): Generator<SnapshotFile> {
  // Before the database is read: what is missing in it now may be missing in the copy.
  const needsLog = asker.logPages() > 0;
  yield* openForCopy(file, '');
  if (needsLog && existsSync(`${file}-wal`)) yield* openForCopy(`${file}-wal`, '-wal');
}

function* openForCopy(path: string, suffix: SnapshotFile['suffix']): Generator<SnapshotFile> {
  const opened = openSync(path, 'r');
  try {
    const { size: bytes } = fstatSync(opened);
    yield { suffix, bytes, read: (take) => readThrough(opened, bytes, take) };
  } finally {
    closeSync(opened);
  }
}

const pieceBytes = 1024 * 1024;

/** Exactly so many bytes. Throws where the file became shorter. */
export function readThrough(file: number, bytes: number, take: (bytes: Uint8Array) => void): void {
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, bytes)));
  for (let from = 0; from < bytes; ) {
    const count = readSync(file, piece, 0, Math.min(piece.length, bytes - from), from);
    if (count === 0) throw new Error('A file became shorter while it was copied.');
    take(piece.subarray(0, count));
    from += count;
  }
}
