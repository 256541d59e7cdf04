import { beforeEach, expect, it } from 'vitest';
import {
  addColumns,
  DatabaseTooNew,
  DatabaseTooOld,
  type Migration,
  migrate,
} from './migrations.ts';
import type { Sqlite } from './sqlite.ts';
import { testDatabase } from './testing/test-folder.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase();
});

const step = (id: string, sql: string): Migration => ({ id, up: (database) => database.exec(sql) });
const first = step('1', 'CREATE TABLE a (x)');
const second = step('2', 'ALTER TABLE a ADD COLUMN y');
const tables = () =>
  sqlite.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations'");

it('applies each change once, in the order given', () => {
  migrate(sqlite, [first, second]);
  migrate(sqlite, [first, second]);
  sqlite.exec('INSERT INTO a (x, y) VALUES (1, 2)');
  expect(sqlite.all('SELECT id FROM migrations ORDER BY position')).toEqual([
    { id: '1' },
    { id: '2' },
  ]);
});

it('applies only what is missing, whichever room it is from', () => {
  migrate(sqlite, [second].slice(1));
  migrate(sqlite, [first]);
  const other = step('0-of-another-room', 'CREATE TABLE b (x)');
  migrate(sqlite, [other, first, second]);
  expect(tables()).toEqual([{ name: 'a' }, { name: 'b' }]);
});

it('leaves a database as it was when a change fails, and goes on from there', () => {
  const broken = step('2', 'CREATE TABLE c (x); INSERT INTO nowhere VALUES (1)');
  // Of a new one nothing stays.
  expect(() => migrate(sqlite, [first, broken])).toThrow(/nowhere/);
  expect(tables()).toEqual([]);
  migrate(sqlite, [first]);
  const between = step('1b', 'CREATE TABLE b (x)');
  expect(() => migrate(sqlite, [first, between, broken])).toThrow(/nowhere/);
  expect(tables()).toEqual([{ name: 'a' }, { name: 'b' }]);
  sqlite.exec("DROP TABLE b; DELETE FROM migrations WHERE id = '1b'");
  migrate(sqlite, [first, second]);
  sqlite.exec('INSERT INTO a (y) VALUES (1)');
});

it('refuses a database of a newer program, and touches nothing', () => {
  migrate(sqlite, [first, step('3-from-the-future', 'CREATE TABLE f (x)')]);
  expect(() => migrate(sqlite, [first, second])).toThrow(DatabaseTooNew);
  expect(() => migrate(sqlite, [first, second])).toThrow(/newer version.*3-from-the-future/);
  expect(tables()).toEqual([{ name: 'a' }, { name: 'f' }]);
});

it('refuses two changes of one id', () => {
  expect(() => migrate(sqlite, [first, first])).toThrow(/share an id/);
});

it('takes a migration for applied where all that it replaces are, and refuses one in between', () => {
  const squashed = { ...step('3', 'CREATE TABLE a (x, y)'), replaces: ['1', '2'] };
  migrate(sqlite, [first]);
  expect(() => migrate(sqlite, [squashed])).toThrow(DatabaseTooOld);
  expect(() => migrate(sqlite, [squashed])).toThrow(/without 2\).*Nothing was changed/);
  expect(sqlite.all('SELECT id FROM migrations')).toEqual([{ id: '1' }]);
  migrate(sqlite, [first, second]);
  sqlite.exec('INSERT INTO a (x, y) VALUES (1, 2)');
  for (let opened = 0; opened < 2; opened += 1) migrate(sqlite, [squashed]);
  expect(sqlite.all('SELECT id FROM migrations')).toEqual([{ id: '3' }]);
  expect(sqlite.all('SELECT * FROM a')).toEqual([{ x: 1, y: 2 }]);
});

it('adds the columns that a table of before lacks, and leaves one that was created with them', () => {
  const added = ['y INTEGER NOT NULL DEFAULT 7', 'z TEXT'];
  sqlite.exec('CREATE TABLE a (x, z TEXT); INSERT INTO a (x) VALUES (1)');
  for (let opened = 0; opened < 2; opened += 1) addColumns(sqlite, 'a', ...added);
  expect(sqlite.all('SELECT * FROM a')).toEqual([{ x: 1, z: null, y: 7 }]);
});
