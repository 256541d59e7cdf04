/** An owner's word on a problem of the log holds as far as it went, and never for what that owner wrote. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import { problemOf } from '../../../team-log/problems.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { takeAcknowledgement } from './acknowledgement.ts';
import { openTeamState } from './team-state.ts';

const at = '2026-11-26T10:00:00.000Z';
const stream = '1'.repeat(32);
const author = 'a'.repeat(64);
const owner = 'b'.repeat(64);

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(null);
  migrate(sqlite, profileMigrations);
});
afterEach(() => sqlite.close());

const place = { stream, author, sequence: 3 };
function said(by: string, until: number, note = 'looked into', sequence = 3): string[] {
  const recorded: string[] = [];
  const problem = { kind: 'gap', ...place, sequence, until };
  const content = Buffer.from(JSON.stringify({ version: 1, problem, note }));
  const entry = { author: by, at } as SignedEntry;
  const state = openTeamState(sqlite);
  takeAcknowledgement(
    state,
    (action) => recorded.push(action),
    entry,
    content,
    (key) => key,
  );
  return recorded;
}

it('puts aside what is here, with name and note, until more entries are concerned', () => {
  const state = openTeamState(sqlite);
  state.tell(problemOf('gap', place, 5), at);
  expect(said(owner, 4)).toEqual([]);
  expect(state.problems().length).toBe(1);
  expect(said(owner, 5)).toEqual(['problem-acknowledged']);
  expect(state.problems()).toEqual([]);
  expect(state.aside()).toMatchObject([{ aside_by: owner, note: 'looked into', until: 5 }]);
  // Heard again, it is no news.
  expect(said(owner, 5)).toEqual([]);
  state.tell(problemOf('gap', place, 9), at);
  expect(state.problems().length).toBe(1);
  expect(state.aside()).toEqual([]);
});

it('holds for what is found later, of entries that were heard of, and then it is recorded', () => {
  const recorded: string[] = [];
  const state = openTeamState(sqlite, ({ problem, note, by }) =>
    recorded.push(`${problem.until} ${note} ${by}`),
  );
  sqlite.run('INSERT INTO team_heads VALUES (?, ?, 5, ?)', [stream, author, 'c'.repeat(64)]);
  said(owner, 5);
  expect(state.unmatched()).toMatchObject([{ problem: { until: 5 }, by: owner }]);
  state.tell(problemOf('gap', place, 4), at);
  expect(state.problems()).toEqual([]);
  expect(recorded).toEqual([`4 looked into ${owner}`]);
  expect(state.unmatched()).toEqual([]);
  // Put aside at this computer, whose own word comes back from the log.
  state.tell(problemOf('gap', { ...place, sequence: 7 }, 7), at);
  const [open] = state.problems();
  if (open !== undefined) state.putAside(open, 'looked into', at);
  said(owner, 7, 'looked into', 7);
  expect(state.unmatched()).toEqual([]);
  state.tell(problemOf('gap', { ...place, sequence: 4 }, 4), at);
  state.tell(problemOf('rolled back', place, 4), at);
  expect(state.problems().length).toBe(2);
});

it('puts nothing aside that was not there when it was said', () => {
  const state = openTeamState(sqlite);
  state.tell(problemOf('rolled back', place, 4), at);
  expect(said(owner, Number.MAX_SAFE_INTEGER)).toEqual([]);
  state.tell(problemOf('gap', place, 3), at);
  expect(state.problems().length).toBe(2);
  expect(state.unmatched()).toMatchObject([{ problem: { until: Number.MAX_SAFE_INTEGER } }]);
  // What goes no further than what was heard of counts, whatever was said before.
  expect(said(owner, 4)).toEqual(['problem-acknowledged']);
});

it('says nothing about what its author wrote, and nothing in another form', () => {
  const state = openTeamState(sqlite);
  state.tell(problemOf('gap', place, 5), at);
  expect(said(author, 5)).toEqual([]);
  expect(state.problems().length).toBe(1);
  expect(() => said(owner, 5, '')).toThrow();
});
