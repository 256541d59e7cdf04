import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { createJudgeStore } from './judge-store.ts';
import { teamMigrations } from './migrations.ts';

const hashOf = (author: string, sequence: number): string =>
  Buffer.from(`${author} ${sequence}`.padEnd(32)).toString('hex');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const hashesIn = (sqlite: Sqlite, author: string, count: number): (string | null)[] =>
  upTo(count).map((sequence) => createJudgeStore(sqlite).hashAt('s', author, sequence));
const hashesOf = (author: string, count: number): string[] =>
  upTo(count).map((sequence) => hashOf(author, sequence));

it('finds the hash of each entry that was taken, however many were stored at a time', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, teamMigrations);
  const store = createJudgeStore(sqlite);
  // One at a time, all at once, and any number.
  const sizes = { a: [1], b: [100], c: [15, 2, 1, 30, 16, 33] };
  for (const [author, some] of Object.entries(sizes)) {
    let sequence = 0;
    for (let turn = 0; sequence < 100; turn += 1) {
      for (let left = some[turn % some.length] ?? 1; left > 0 && sequence < 100; left -= 1) {
        sequence += 1;
        store.take('s', author, { sequence, hash: hashOf(author, sequence) });
        expect(store.hashAt('s', author, sequence)).toBe(hashOf(author, sequence));
      }
      store.store();
    }
    expect(hashesIn(sqlite, author, 100)).toEqual(hashesOf(author, 100));
    expect(createJudgeStore(sqlite).hashAt('s', author, 101)).toBeNull();
    expect(createJudgeStore(sqlite).hashAt('other', author, 1)).toBeNull();
  }
  expect(createJudgeStore(sqlite).head('s', 'c')).toEqual({
    sequence: 100,
    hash: hashOf('c', 100),
  });
  // Another one in the place of one that is there changes nothing, and what is dropped leaves nothing.
  store.take('s', 'a', { sequence: 100, hash: hashOf('x', 100) });
  store.store();
  store.take('s', 'a', { sequence: 101, hash: hashOf('a', 101) });
  store.drop();
  expect(hashesIn(sqlite, 'a', 101)).toEqual([...hashesOf('a', 100), null]);
});

it('forgets what could not be stored, so that no entry comes behind it', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, teamMigrations);
  const store = createJudgeStore(sqlite);
  sqlite.exec(`CREATE TRIGGER full BEFORE INSERT ON team_chains
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  const write = () =>
    sqlite.transaction(() => {
      store.take('s', 'a', { sequence: 1, hash: hashOf('a', 1) });
      store.store();
    });
  expect(write).toThrow('the disk is full');
  expect(store.head('s', 'a')).toBeNull();
  sqlite.exec('DROP TRIGGER full');
  write();
  expect(store.head('s', 'a')).toEqual({ sequence: 1, hash: hashOf('a', 1) });
});

it.each([1, 16, 17])('takes what comes after entry %i before that one', (first) => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, teamMigrations);
  const store = createJudgeStore(sqlite);
  const take = (sequence: number) =>
    store.take('s', 'a', { sequence, hash: hashOf('a', sequence) });
  for (const sequence of upTo(first - 1)) take(sequence);
  take(first + 1);
  store.store();
  expect(createJudgeStore(sqlite).hashAt('s', 'a', first)).toBeNull();
  take(first);
  store.store();
  expect(hashesIn(sqlite, 'a', first + 1)).toEqual(hashesOf('a', first + 1));
  // Nor does the chain go back where both are stored at once.
  take(first + 3);
  take(first + 2);
  const last = { sequence: first + 3, hash: hashOf('a', first + 3) };
  expect(store.head('s', 'a')).toEqual(last);
  store.store();
  expect(createJudgeStore(sqlite).head('s', 'a')).toEqual(last);
});

it('keeps the hashes that an earlier version stored in a row each', () => {
  const sqlite = openMemorySqlite(null);
  const last = teamMigrations.findIndex(({ id }) => id === '2026-11-27-team-chains');
  migrate(sqlite, teamMigrations.slice(0, last));
  for (const [author, count] of [
    ['a', 1],
    ['b', 16],
    ['c', 50],
  ] as const) {
    for (const sequence of upTo(count).toReversed()) {
      sqlite.run('INSERT INTO team_hashes VALUES (?, ?, ?, ?)', [
        's',
        author,
        sequence,
        hashOf(author, sequence),
      ]);
    }
  }
  migrate(sqlite, teamMigrations);
  for (const [author, count] of [
    ['a', 1],
    ['b', 16],
    ['c', 50],
  ] as const) {
    expect(hashesIn(sqlite, author, count)).toEqual(hashesOf(author, count));
    expect(createJudgeStore(sqlite).hashAt('s', author, count + 1)).toBeNull();
  }
  const store = createJudgeStore(sqlite);
  store.take('s', 'c', { sequence: 51, hash: hashOf('c', 51) });
  store.store();
  expect(hashesIn(sqlite, 'c', 51)).toEqual(hashesOf('c', 51));
});
