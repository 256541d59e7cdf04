import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { problemOf } from '../../../team-log/problems.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { openTeamState } from './team-state.ts';
import { viewOf } from './team-view.ts';

it('says what a computer does whose own entries the database lost', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, profileMigrations);
  const state = openTeamState(sqlite);
  const at = '2026-11-26T10:00:00.000Z';
  const [team, stream, own, other] = ['1', '2', 'a', 'b'].map((one) => one.repeat(64)) as [
    ...[string, string, string, string],
  ];
  const url = 'postgres://ada@127.0.0.1/team';
  state.begin({ team, stream, url, ca: null, author: own, invitation: null }, at);
  for (const author of [own, other])
    state.tell(problemOf('rolled back', { stream, author, sequence: 3 }), at);
  state.tell(problemOf('gap', { stream, author: own, sequence: 3 }), at);
  const view = viewOf({
    cannot: null,
    state,
    connected: null,
    secrets: null,
    now: at,
    token: null,
    computerName: 'desk',
    accessChanges: 0,
    isConnecting: false,
  });
  const told = view.team?.problems.map(({ kind, author, sentence }) => [
    kind,
    author[0],
    sentence.endsWith('Leave the team and join again.'),
  ]);
  expect(told?.toSorted()).toEqual([
    ['gap', 'a', false],
    ['rolled back', 'a', true],
    ['rolled back', 'b', false],
  ]);
  sqlite.close();
});
