import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { beforeEach, expect, it } from 'vitest';
import { rekeyFile, rekeyPasses } from './rekey-file.ts';
import { isBusy, isOpenedBy, openSqlite, WrongDatabaseKey } from './sqlite.ts';
import { testFolder } from './testing/test-folder.ts';

const before = new Uint8Array(32).fill(1);
const next = new Uint8Array(32).fill(2);

let directory: string;
let file: string;
beforeEach(() => {
  directory = testFolder();
  file = join(directory, 'a.db');
});

/** With rows whose numbers have gaps, and a search index. */
function fill(key: Uint8Array): void {
  const sqlite = openSqlite({ file, key });
  sqlite.exec(`CREATE TABLE notes (text TEXT) STRICT;
    CREATE VIRTUAL TABLE words USING fts5 (text);
    INSERT INTO notes SELECT 'note ' || value FROM json_each('[1,2,3,4,5]');
    INSERT INTO words (rowid, text) SELECT rowid, text FROM notes;
    DELETE FROM notes WHERE text = 'note 2'`);
  sqlite.close();
}

const rows = (key: Uint8Array) => {
  const sqlite = openSqlite({ file, key });
  try {
    return sqlite.all(`SELECT notes.rowid AS number, notes.text FROM notes
      JOIN words ON words.rowid = notes.rowid WHERE words MATCH 'note' ORDER BY 1`);
  } finally {
    sqlite.close();
  }
};

it('gives it another key, which alone opens it, and keeps every row and its number', () => {
  fill(before);
  const was = rows(before);
  const told: number[] = [];
  rekeyFile({ file, before, next }, (bytes) => told.push(bytes));
  expect(readdirSync(directory)).toEqual(['a.db']);
  expect([isOpenedBy(file, before), isOpenedBy(file, next)]).toEqual([false, true]);
  expect(rows(next)).toEqual(was);
  const all = told.reduce((sum, bytes) => sum + bytes, 0);
  expect(all).toBe(readFileSync(file).length * rekeyPasses);
});

it('says of an empty file that no key opens it, and leaves it empty', () => {
  writeFileSync(file, '');
  expect([isOpenedBy(file, before), readFileSync(file).length]).toEqual([false, 0]);
});

it('leaves a file of before under its cipher', () => {
  const made = new Database(file);
  made.pragma("cipher='sqlcipher'");
  made.pragma(`key="x'${Buffer.from(before).toString('hex')}'"`);
  made.exec('CREATE TABLE other (text TEXT)');
  made.close();
  fill(before);
  const was = rows(before);
  rekeyFile({ file, before, next }, () => undefined);
  expect(isOpenedBy(file, before)).toBe(false);
  expect(rows(next)).toEqual(was);
});

it('changes nothing of a file that is in use, damaged, or under another key', () => {
  fill(before);
  const used = openSqlite({ file, key: before });
  used.exec("INSERT INTO notes VALUES ('later')");
  try {
    rekeyFile({ file, before, next }, () => undefined);
    expect.unreachable();
  } catch (error) {
    expect(isBusy(error)).toBe(true);
  }
  used.close();
  expect(() => rekeyFile({ file, before: next, next: before }, () => undefined)).toThrow(
    WrongDatabaseKey,
  );
  // A page that nobody reads until it is checked.
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.length - 3_000, bytes.length - 2_000);
  copyFileSync(file, `${file}-whole`);
  writeFileSync(file, bytes);
  expect(() => rekeyFile({ file, before, next }, () => undefined)).toThrow();
  expect(readFileSync(file)).toEqual(bytes);
  expect(existsSync(`${file}.new`)).toBe(false);
});
