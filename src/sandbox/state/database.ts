/** Opens the SQLite file of the state, or the same in memory. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../platform/migrations.ts';
import { isBusy, openMemorySqlite, openSqlite, type Sqlite } from '../../platform/sqlite.ts';
import { sandboxMigrations } from './schema.ts';

export interface DatabaseOptions {
  /** null keeps the state in memory. */
  readonly dataDir: string | null;
  /** 32 bytes, or null for a readable file. Ignored in memory. */
  readonly key: Uint8Array | null;
}

export const databaseFileName = 'sandbox.db';

/**
 * Opens and migrates the state; the file is locked for this process.
 *
 * @throws Error when another process uses the directory, or the key does not match.
 */
export function openDatabase({ dataDir, key }: DatabaseOptions): Sqlite {
  const sqlite = dataDir === null ? openMemorySqlite(null) : openState(dataDir, key);
  try {
    migrate(sqlite, sandboxMigrations);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function openState(dataDir: string, key: Uint8Array | null): Sqlite {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const sqlite = openSqlite({ file: join(dataDir, databaseFileName), key, isExclusive: true });
    // Checkpoints at 16 MiB of log, so a page written often is copied once.
    sqlite.exec('PRAGMA wal_autocheckpoint=4000');
    return sqlite;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(`Another process uses the data directory ${dataDir}.`, { cause: error });
  }
}
