/**
 * Encrypted SQLite, synchronous: one connection, one writer, so that nothing interleaves inside a
 * transaction. A committed transaction is on the disk (WAL with synchronous=FULL).
 */
import { hkdfSync } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { errorCode } from './error-code.ts';
import { openLogTurns } from './log-turns.ts';
import { makePrivate } from './private-file.ts';
import { createSeal, type Seal } from './sealing.ts';

/** Reads and writes without the statement cache, where looking it up would cost too much. */
export type Statement<Parameters extends unknown[], Row = unknown> = Database.Statement<
  Parameters,
  Row
>;

/** Values that a statement takes. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Written {
  readonly changes: number;
  /** Number of the row that was inserted last, where the statement inserted one. */
  readonly row: number;
}

export interface Sqlite {
  readonly file: string;
  /** Seals bytes under a key derived from the database's; absent without a key. */
  readonly seal: Seal;
  /** Runs SQL without parameters; several statements are allowed. */
  exec(sql: string): void;
  /** Rows come back as unknown: the repository parses them. */
  all(sql: string, parameters?: readonly SqlValue[]): unknown[];
  first(sql: string, parameters?: readonly SqlValue[]): unknown;
  /** The first column of each row, as text: for many short rows cheaper than objects. */
  texts(sql: string, parameters?: readonly SqlValue[]): string[];
  run(sql: string, parameters?: readonly SqlValue[]): Written;
  /** Rows are trusted to match their type: for rows that only this process wrote. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
  /**
   * Runs `work` in one transaction, or in a savepoint inside another, so that an inner failure undoes only
   * the inner work. `work` is synchronous: a promise is refused and rolled back.
   */
  transaction<Result>(work: () => Result): Result;
  /**
   * As transaction, but inside another one it joins it, because a savepoint costs (full-text search writes
   * all it holds at its end). For work that writes once, or whose caller undoes everything on failure.
   */
  join<Result>(work: () => Result): Result;
  /**
   * As transaction, for derived data: atomic, and on the disk with the next durable one. A power cut may
   * undo it, a kill of the process never.
   */
  derive<Result>(work: () => Result): Result;
  /**
   * Moves the write-ahead log into the database and restarts it; false when it could not, because another
   * connection reads for longer than `waitMs`.
   */
  checkpoint(waitMs?: number): boolean;
  /**
   * Moves the log into the database and removes it, so that the file alone is the database. Throws `isBusy`
   * where another connection has it open.
   */
  endLog(): void;
  /** Pages in the write-ahead log that are not in the database yet. */
  logPages(): number;
  /** Rows written by this connection: the same number twice means no write between. */
  writes(): number;
  /** Idempotent. */
  close(): void;
}

/** The key does not open the file, or the file is not a database. */
export class WrongDatabaseKey extends Error {
  override readonly name = 'WrongDatabaseKey';
  constructor(file: string, cause: unknown) {
    super(`The database ${file} can't be opened with this key, or is damaged.`, { cause });
  }
}

/** A file that was written before is gone, or holds nothing: an empty database would hide the loss. */
export class DatabaseMissing extends Error {
  override readonly name = 'DatabaseMissing';
  constructor(file: string) {
    super(
      `The database ${file} is missing or empty. Causeway did not create a new one. If you have the file, stop Causeway and put it back.`,
    );
  }
}

export const isMissingOrEmpty = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

/** Whether a write failed because the disk is full, in SQLite or in a file beside it. */
export const isDiskFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC'].includes(errorCode(error));

/** Whether what is in the file is not what was written, so that trying again does not help. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof WrongDatabaseKey || error instanceof DatabaseMissing) return true;
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR_(?:DATA|CORRUPTFS|SHORT_READ))/.test(errorCode(error));
}

/** Whether another connection holds the file; also of an error that came from a thread. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(errorCode(error));

/** SQL texts come from code, so they are few; the bound protects against SQL built from input. */
const MOST_STATEMENTS = 300;

export interface SqliteOptions {
  readonly file: string;
  /**
   * The raw key: exactly 32 bytes, because a cipher silently accepts a shorter one. null leaves the file
   * readable.
   */
  readonly key: Uint8Array | null;
  /** Excludes other connections while open, without a shared-memory file. */
  readonly isExclusive?: boolean;
  /** Read-only. The file has to exist. */
  readonly isReadOnly?: boolean;
  /** What sealed values are derived from, 32 bytes, where the file was given another key. Default: `key`. */
  readonly sealKey?: Uint8Array | undefined;
  /**
   * Derived: a commit has to be atomic, but not on the disk at once. It has its own key.
   */
  readonly isDerived?: boolean;
  /**
   * Moves the write-ahead log into the database in turns of its own, for connections of main: SQLite does
   * it with whichever commit makes the log too long, which then takes twice its time and more.
   */
  readonly movesLogInTurns?: boolean;
  /** Most memory for pages, in KiB. */
  readonly cacheKiB?: number;
  /** How long to wait for another connection's lock; only on threads that may block. */
  readonly waitMs?: number;
}

/** Opens the file, creating it when absent. Throws WrongDatabaseKey. */
export function openSqlite(options: SqliteOptions): Sqlite {
  const { file, key, sealKey = key } = options;
  requireKey(key);
  let committed = (): void => undefined;
  const onCommit = () => committed();
  const seal = sealKey === null ? null : createSeal(sealKey);
  const sqlite = overDatabase(openFile(options), file, seal, onCommit);
  if (options.movesLogInTurns === true) committed = openLogTurns(sqlite);
  return sqlite;
}

function requireKey(key: Uint8Array | null): void {
  if (key !== null && key.length !== 32) {
    throw new TypeError('A database key has exactly 32 bytes.');
  }
}

/** Whether this key opens what the file holds. Throws what the disk says, and `isBusy`. */
export function isOpenedBy(file: string, key: Uint8Array): boolean {
  // Opened, an empty one would get a first page, and its loss be hidden.
  if (isMissingOrEmpty(file)) return false;
  try {
    openFile({ file, key }).close();
    return true;
  } catch (error) {
    if (error instanceof WrongDatabaseKey) return false;
    throw error;
  }
}

/**
 * Encrypts every page anew, without a journal: for a copy that a cut may leave useless. `key` opens it now, and
 * nothing else may have it open. Throws WrongDatabaseKey.
 */
export function rekeyCopy(file: string, key: Uint8Array, next: Uint8Array): void {
  requireKey(next);
  const database = openFile({ file, key });
  try {
    // A log would keep pages, and the salt, of the key before.
    database.pragma('journal_mode=DELETE');
    database.unsafeMode(true);
    database.pragma('journal_mode=OFF');
    database.pragma('synchronous=OFF');
    if (isUnderSqlcipher(file)) {
      database.pragma(`rekey="x'${Buffer.from(next).toString('hex')}'"`);
    } else {
      withRawKey(next, false, (raw) => database.rekey(raw));
    }
  } finally {
    database.close();
  }
}

/** A database in memory only, for short-lived derived data. */
export const openMemorySqlite = (seal: Seal | null): Sqlite =>
  overDatabase(new Database(':memory:'), ':memory:', seal);

function overDatabase(
  database: Database.Database,
  file: string,
  seal: Seal | null,
  onCommit: () => void = () => undefined,
): Sqlite {
  const statements = new Map<string, Database.Statement<unknown[]>>();
  /** A statement returns rows or first columns, set permanently. */
  const plucking = new Map<string, Database.Statement<unknown[]>>();

  const preparedIn = (kept: typeof statements, sql: string) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    if (kept.size >= MOST_STATEMENTS) kept.clear();
    const statement = database.prepare<unknown[]>(sql);
    if (kept === plucking) statement.pluck();
    kept.set(sql, statement);
    return statement;
  };
  const prepare = (sql: string) => preparedIn(statements, sql);
  /** The level of `synchronous` that commits are made at: asked once, because a pragma is compiled each time. */
  let durability: number | null = null;

  const atomic = database.transaction((work: () => unknown): unknown => {
    const result = work();
    if (result instanceof Promise) {
      result.catch(() => undefined);
      throw new TypeError('A transaction is synchronous: a promise can’t be awaited in it.');
    }
    return result;
  });
  const transaction = <Result>(work: () => Result): Result => {
    if (database.inTransaction) return atomic(work) as Result;
    // Takes the write lock first, so that a transaction never fails half way without it.
    const result = atomic.immediate(work) as Result;
    onCommit();
    return result;
  };

  return {
    file,
    get seal() {
      if (seal === null) throw new TypeError('There is no key to seal with.');
      return seal;
    },
    exec: (sql) => void database.exec(sql),
    all: (sql, parameters = []) => prepare(sql).all(...parameters),
    first: (sql, parameters = []) => prepare(sql).get(...parameters),
    texts: (sql, parameters = []) => {
      const found = preparedIn(plucking, sql).all(...parameters);
      if (!found.every((value) => typeof value === 'string')) {
        throw new TypeError('A column of texts holds something else.');
      }
      return found;
    },
    run: (sql, parameters = []) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...parameters);
      return { changes, row: Number(lastInsertRowid) };
    },
    prepare: (sql) => database.prepare(sql),
    transaction,
    join: (work) => (database.inTransaction ? work() : transaction(work)),
    derive: (work) => {
      if (database.inTransaction) return transaction(work);
      durability ??= database.pragma('synchronous', { simple: true }) as number;
      database.pragma('synchronous=NORMAL');
      try {
        return transaction(work);
      } finally {
        database.pragma(`synchronous=${durability}`);
      }
    },
    checkpoint: (waitMs = 0) => {
      const usual = database.pragma('busy_timeout', { simple: true }) as number;
      if (waitMs > 0) database.pragma(`busy_timeout=${waitMs}`);
      try {
        const [answer] = database.pragma('wal_checkpoint(RESTART)') as { busy: number }[];
        return answer?.busy === 0;
      } finally {
        if (waitMs > 0) database.pragma(`busy_timeout=${usual}`);
      }
    },
    endLog: () => void database.pragma('journal_mode=DELETE'),
    logPages: () => {
      const rows = database.pragma('wal_checkpoint(NOOP)') as {
        log: number;
        checkpointed: number;
      }[];
      return rows.reduce((sum, { log, checkpointed }) => sum + log - checkpointed, 0);
    },
    writes: () => preparedIn(plucking, 'SELECT total_changes()').get() as number,
    close: () => {
      statements.clear();
      plucking.clear();
      if (database.open) database.close();
    },
  };
}

/**
 * Gives `use` the key as the cipher takes it. It is derived, so that none serves two ciphers, nor what is derived
 * and what it is derived from. No text of it is made: texts can't be overwritten.
 */
function withRawKey(key: Uint8Array, isDerived: boolean, use: (raw: Buffer) => void): void {
  const purpose = isDerived ? 'causeway derived database' : 'causeway database';
  const own = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), purpose, 32));
  const raw = Buffer.alloc(4 + 2 * own.length);
  raw.write('raw:');
  for (const [at, byte] of own.entries()) {
    raw.writeUInt8(hexDigit(byte >> 4), 4 + 2 * at);
    raw.writeUInt8(hexDigit(byte & 15), 5 + 2 * at);
  }
  try {
    use(raw);
  } finally {
    own.fill(0);
    raw.fill(0);
  }
}

/** In ASCII. */
const hexDigit = (value: number): number => value + (value < 10 ? 48 : 87);

/** The byte of a file's header that says how much of each page the cipher takes; it is not encrypted. */
const RESERVED_AT = 20;
const SQLCIPHER_RESERVES = 80;

/** SQLCipher, which files of versions before 25 November 2026 stay under. */
export function isUnderSqlcipher(file: string): boolean {
  if (!existsSync(file)) return false;
  const header = new Uint8Array(RESERVED_AT + 1);
  const opened = openSync(file, 'r');
  try {
    const count = readSync(opened, header, 0, header.length, 0);
    return count === header.length && header[RESERVED_AT] === SQLCIPHER_RESERVES;
  } finally {
    closeSync(opened);
  }
}

/** Before anything else is asked of the database; one without a key stays readable. */
export function applyCipher(
  database: Database.Database,
  { file, key, isDerived = false }: Pick<SqliteOptions, 'file' | 'key' | 'isDerived'>,
): void {
  if (key === null) return;
  if (isUnderSqlcipher(file)) {
    database.pragma("cipher='sqlcipher'");
    database.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`);
  } else {
    // In this order.
    database.pragma("cipher='aegis'");
    database.pragma("algorithm='aegis-256'");
    withRawKey(key, isDerived, (raw) => database.key(raw));
  }
}

function openFile(options: SqliteOptions) {
  const { file, isReadOnly = false, isDerived = false, cacheKiB, waitMs = 0 } = options;
  if (!isReadOnly) makePrivate(file);
  const database = new Database(file, { timeout: waitMs, readonly: isReadOnly });
  try {
    // The order matters: cipher, key, lock, then WAL. The build's own default for WAL is
    // synchronous=NORMAL, which loses commits in a power cut.
    applyCipher(database, options);
    if (options.isExclusive === true) database.pragma('locking_mode=EXCLUSIVE');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    database.pragma('journal_mode=WAL');
    database.pragma(`synchronous=${isDerived ? 'NORMAL' : 'FULL'}`);
    // On macOS syncing alone leaves it in the cache of the disk, which a power cut empties. Of no effect elsewhere.
    if (!isDerived) database.pragma('fullfsync=ON');
    if (cacheKiB !== undefined) database.pragma(`cache_size=-${cacheKiB}`);
    database.pragma('foreign_keys=ON');
    // Otherwise INSERT OR REPLACE bypasses the triggers that refuse DELETE.
    database.pragma('recursive_triggers=ON');
    // FAST, not ON: zeroing every freed page would need the room that intents give back, just
    // when the disk is full. Everything in the file is encrypted anyway.
    database.pragma('secure_delete=FAST');
    // Temporary tables and sorts would be written unencrypted.
    database.pragma('temp_store=MEMORY');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw new WrongDatabaseKey(file, error);
    }
    throw error;
  }
}
