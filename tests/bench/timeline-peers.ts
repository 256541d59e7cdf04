/**
 * What a home-made cache would do: bodies in one encrypted SQLite table and LIKE, and the same rows in
 * DuckDB. `node timeline-peers.ts <directory> <count> <parts as JSON>`; one line of JSON.
 */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { applyCipher } from '../../src/platform/sqlite.ts';
import { at95 } from './statistics.ts';
import { makeEvents } from './timeline-events.ts';
import { dataKey } from './timeline-inbox.ts';

/** What is used of @duckdb/node-api, which is installed with the other peers and not with the project. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckDbConnection> }>;
  };
}
interface DuckDbConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string, values: readonly string[]): Promise<unknown>;
  createAppender(table: string): Promise<{
    appendBigInt(value: bigint): void;
    appendVarchar(value: string): void;
    endRow(): void;
    closeSync(): void;
  }>;
}
const peers = createRequire(import.meta.url);
const { DuckDBInstance } = peers('@duckdb/node-api') as DuckDb;

const [directory = '', count = '0', sought = '[]'] = process.argv.slice(2);
const parts = JSON.parse(sought) as readonly string[];
const like = join(directory, 'like.db');
for (const ending of ['', '-wal', '-shm']) rmSync(`${like}${ending}`, { force: true });

const database = new Database(like);
applyCipher(database, { file: like, key: dataKey });
database.pragma('journal_mode=WAL');
database.exec(
  'CREATE TABLE events (heard INTEGER, body TEXT); CREATE INDEX by_time ON events (heard)',
);
const insert = database.prepare('INSERT INTO events VALUES (?, ?)');

const duck = await DuckDBInstance.create(':memory:');
const connection = await duck.connect();
await connection.run('CREATE TABLE events (heard BIGINT, body VARCHAR)');
const appender = await connection.createAppender('events');
database.exec('BEGIN');
for (const { body, receivedAt } of makeEvents(Number(count))) {
  insert.run(receivedAt, body);
  appender.appendBigInt(BigInt(receivedAt));
  appender.appendVarchar(body);
  appender.endRow();
}
database.exec('COMMIT');
appender.closeSync();

const newest = database.prepare(
  'SELECT heard, body FROM events WHERE body LIKE ? ORDER BY heard DESC LIMIT 100',
);
const likeMs: number[] = [];
const duckMs: number[] = [];
for (const part of parts) {
  const began = performance.now();
  newest.all(`%${part}%`);
  const between = performance.now();
  await connection.runAndReadAll(
    'SELECT heard, body FROM events WHERE body ILIKE $1 ORDER BY heard DESC LIMIT 100',
    [`%${part}%`],
  );
  likeMs.push(between - began);
  duckMs.push(performance.now() - between);
}
database.close();
process.stdout.write(`${JSON.stringify({ likeP95: at95(likeMs), duckP95: at95(duckMs) })}\n`);
