import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { problemOf } from '../../../team-log/problems.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { openTeamState } from './team-state.ts';

const at = '2026-11-26T10:00:00.000Z';
const place = { stream: 'ab'.repeat(16), author: 'c'.repeat(64), sequence: 5 };

it('a problem that was put aside opens again when it is about more entries', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  const state = openTeamState(sqlite);
  const untils = () => state.problems().map(({ until }) => until);
  state.tell(problemOf('gap', place), at);
  state.tell(problemOf('gap', place), '2027-01-01T00:00:00.000Z');
  expect(state.problems()).toMatchObject([{ until: 5, at }]);
  expect(state.hasProblems()).toBe(true);
  const [read] = state.problems();
  if (read === undefined) throw new TypeError('It was told.');
  // What was read is put aside, and not what came since.
  state.tell(problemOf('gap', place, 6), at);
  expect(state.putAside(read, 'a note', at)).toBe(false);
  expect(untils()).toEqual([6]);
  expect(state.putAside({ ...read, until: 6 }, 'a note', at)).toBe(true);
  expect(untils()).toEqual([]);
  expect(state.hasProblems()).toBe(false);
  state.tell(problemOf('gap', place, 6), at);
  expect(untils()).toEqual([]);
  state.tell(problemOf('gap', place, 9), at);
  expect(untils()).toEqual([9]);
  expect(state.problem(read.number)).toMatchObject({
    until: 9,
    sentence: expect.stringContaining('5 to 9'),
  });
});

it('counts by kind what waits to be sent, in the order of the first of each', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  const state = openTeamState(sqlite);
  expect(state.waiting()).toEqual([]);
  for (const kind of ['policy', 'facts', 'policy'])
    sqlite.run("INSERT INTO team_outbox (header, signature, bytes) VALUES (?, '', x'')", [
      JSON.stringify({ kind }),
    ]);
  expect(state.waiting()).toEqual([
    { kind: 'policy', count: 2 },
    { kind: 'facts', count: 1 },
  ]);
});

it('an entry is lost where the database no longer has it, put aside or not, and behind what was read of its author', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  const state = openTeamState(sqlite);
  const { stream, author } = place;
  const isLost = (sequence: number) => state.isLost(stream, author, sequence);
  const given = { team: 'a'.repeat(64), stream, url: 'postgres://localhost/team', ca: null };
  state.begin({ ...given, author: 'b'.repeat(64), invitation: null }, at);
  // Nothing was read yet.
  expect(isLost(5)).toBe(false);
  state.exchanged(at);
  expect(isLost(5)).toBe(true);
  sqlite.run('INSERT INTO team_heads VALUES (?, ?, 5, ?)', [stream, author, 'd'.repeat(64)]);
  expect([isLost(5), isLost(6)]).toEqual([false, true]);
  state.tell(problemOf('rolled back', { ...place, sequence: 4 }, 5), at);
  const [problem] = state.problems();
  if (problem === undefined) throw new TypeError('It was told.');
  state.putAside(problem, 'The database was restored.', at);
  expect([isLost(3), isLost(4), isLost(5)]).toEqual([false, true, true]);
});
