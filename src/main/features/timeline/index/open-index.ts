/** The index's own database: derived, so one that is damaged or of another derivation is made again. */
import { rmSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../../../../platform/error-code.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { DERIVATION, timelineMigrations } from './schema/migrations.ts';

export interface IndexFile {
  readonly file: string;
  /** The profile's data key, 32 bytes. */
  readonly key: Uint8Array;
}

/** How long a lock is waited for: only a start or an end of the other thread takes one. */
const WAIT_MS = 5_000;

/** Opens it for writing, from the beginning where it is not of this inbox or this derivation. */
export function openIndexForWriting(
  { file, key }: IndexFile,
  inboxId: string,
  cacheKiB: number,
): Sqlite {
  const open = () => openSqlite({ file, key, isDerived: true, cacheKiB, waitMs: WAIT_MS });
  try {
    const sqlite = open();
    try {
      if (isCurrent(sqlite, inboxId)) return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
    sqlite.close();
  } catch (error) {
    if (!isUseless(error)) throw error;
  }
  removeIndex(file);
  const sqlite = open();
  isCurrent(sqlite, inboxId);
  return sqlite;
}

/** Opens what the writer made. */
export const openIndexForReading = ({ file, key }: IndexFile, cacheKiB: number): Sqlite =>
  openSqlite({ file, key, isReadOnly: true, isDerived: true, cacheKiB, waitMs: WAIT_MS });

export function removeIndex(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

const madeRow = z.object({ derivation: z.int(), inbox_id: z.string() });

function isCurrent(sqlite: Sqlite, inboxId: string): boolean {
  migrate(sqlite, timelineMigrations);
  sqlite.run(
    'INSERT INTO progress (only, derivation, inbox_id, cursor, look_up_cursor, indexed, latest) VALUES (1, ?, ?, 0, 0, 0, 0) ON CONFLICT DO NOTHING',
    [DERIVATION, inboxId],
  );
  const made = madeRow.parse(sqlite.first('SELECT derivation, inbox_id FROM progress'));
  return made.derivation === DERIVATION && made.inbox_id === inboxId;
}

/** Another key, a damaged file, or one of a newer program: all of it is in the inbox still. */
export function isUseless(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return (
    ['WrongDatabaseKey', 'DatabaseTooNew', 'ZodError'].includes(error.name) ||
    code.startsWith('SQLITE_CORRUPT') ||
    code.startsWith('SQLITE_NOTADB')
  );
}
