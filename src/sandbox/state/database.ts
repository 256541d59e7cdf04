/** Opens the SQLite file that holds everything, or the same in memory. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Database as DatabaseType } from 'better-sqlite3-multiple-ciphers';
import SqliteDatabase from 'better-sqlite3-multiple-ciphers';
import { migrate } from './migrations.ts';

export type Database = DatabaseType;

export interface DatabaseOptions {
  /** null keeps the state in memory. */
  readonly dataDir: string | null;
  /** 32 bytes, or null for a readable file. Ignored in memory. */
  readonly key: Uint8Array | null;
}

export const databaseFileName = 'sandbox.db';

/**
 * Opens and migrates the state. On disk every commit is durable (WAL with synchronous=FULL) and the
 * file is locked for this process.
 *
 * @throws Error saying so when another process holds the directory, or the key does not fit.
 */
export function openDatabase({ dataDir, key }: DatabaseOptions): Database {
  if (dataDir === null) {
    const database = new SqliteDatabase(':memory:');
    migrate(database);
    return database;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, databaseFileName);
  makePrivate(file);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    if (key !== null) unlock(database, key);
    // Exclusive before WAL: no shared memory file, and a second process is refused at once.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    // 16 MiB of log before it is folded back: a page written often is then folded once.
    database.pragma('wal_autocheckpoint = 4000');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw explained(error, dataDir);
  }
}

/**
 * Made, empty, when absent, and for its owner alone: SQLite would let everybody read it and its log.
 * A file that is there is not opened, because closing it would end this process's locks on it.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
}

function unlock(database: Database, key: Uint8Array): void {
  // A shorter key would be taken without a word and protect less.
  if (key.length !== 32) throw new Error('The database key must have 32 bytes.');
  database.pragma("cipher = 'sqlcipher'");
  database.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`);
}

function explained(error: unknown, dataDir: string): unknown {
  const code = error instanceof SqliteDatabase.SqliteError ? error.code : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new Error(`Another process uses the data directory ${dataDir}.`, { cause: error });
  }
  if (code === 'SQLITE_NOTADB') {
    return new Error(`${join(dataDir, databaseFileName)} can't be read with this key.`, {
      cause: error,
    });
  }
  return error;
}
