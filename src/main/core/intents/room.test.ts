/** The room in the database file; the disk itself fills up in tests/faults/intents. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { isDiskFull, openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { intentsMigrations } from './migrations.ts';
import { giveBackRoom, groupRoomKey, holdGroupRoom, holdRoom, makeSpace } from './room.ts';

let directory: string;
let file: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = testFolder();
  file = join(directory, 'profile.db');
  sqlite = openSqlite({ file, key: new Uint8Array(32) });
  migrate(sqlite, intentsMigrations);
  sqlite.exec('CREATE TABLE notes (text TEXT)');
});
afterEach(() => {
  sqlite.close();
});

/** From now on the database can't grow by one page. */
function limitToPresentSize(): void {
  const row = sqlite.first('PRAGMA page_count') as { page_count: number };
  sqlite.exec(`PRAGMA max_page_count = ${row.page_count}`);
}
const write = (length: number) => sqlite.run('INSERT INTO notes VALUES (?)', ['x'.repeat(length)]);
const failureOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

describe('room for an outcome', () => {
  it('is taken by nobody else, and there for what gives it back', () => {
    holdRoom(sqlite, 'a');
    limitToPresentSize();
    expect(isDiskFull(failureOf(() => write(50_000)))).toBe(true);
    sqlite.transaction(() => {
      giveBackRoom(sqlite, 'a');
      write(200_000);
    });
    expect(sqlite.first('SELECT length(text) AS length FROM notes')).toEqual({ length: 200_000 });
  });

  it('is as much for each that is under way', () => {
    for (const key of ['a', 'b', 'c']) holdRoom(sqlite, key);
    limitToPresentSize();
    for (const key of ['b', 'a', 'c']) {
      sqlite.transaction(() => {
        giveBackRoom(sqlite, key);
        write(200_000);
      });
    }
    expect(sqlite.all('SELECT 1 FROM notes')).toHaveLength(3);
  });

  it('is on the disk when it is held, with the log free for the next commit', () => {
    const before = statSync(file).size;
    holdRoom(sqlite, 'a');
    expect(statSync(file).size - before).toBeGreaterThanOrEqual(256 * 1024);
    const log = statSync(`${file}-wal`).size;
    write(100_000);
    expect(statSync(`${file}-wal`).size).toBe(log);
  });

  it('is held by the spare file while another connection reads, as a backup does', () => {
    const reader = openSqlite({ file, key: new Uint8Array(32) });
    reader.exec('BEGIN; SELECT count(*) FROM notes');
    try {
      for (const key of ['a', 'b']) holdRoom(sqlite, key);
      holdGroupRoom(sqlite, [groupRoomKey(0)]);
    } finally {
      reader.close();
    }
    expect(statSync(`${file}-spare`).size).toBe((1024 + 2 * 256 + 64) * 1024);
  });

  it('is refused where there is none, and then holds nothing', () => {
    limitToPresentSize();
    expect(isDiskFull(failureOf(() => holdRoom(sqlite, 'a')))).toBe(true);
    expect(sqlite.all('SELECT key FROM intent_room')).toEqual([]);
  });
});

describe('the spare file', () => {
  it('is there while writes are made, and gone when the disk was full', () => {
    holdRoom(sqlite, 'a');
    expect(statSync(`${file}-spare`).size).toBe(1024 * 1024);
    makeSpace(sqlite, new Error('something else'));
    expect(existsSync(`${file}-spare`)).toBe(true);
    makeSpace(sqlite, Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(existsSync(`${file}-spare`)).toBe(false);
    holdRoom(sqlite, 'b');
    expect(existsSync(`${file}-spare`)).toBe(true);
  });

  it('is made whole again when it is not', () => {
    writeFileSync(`${file}-spare`, 'half');
    holdRoom(sqlite, 'a');
    expect(statSync(`${file}-spare`).size).toBe(1024 * 1024);
  });
});
