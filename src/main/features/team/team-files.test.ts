import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { handoverMigrations } from '../handover/migrations.ts';
import { tellTeamFile } from './team-files.ts';

it('a member is called what the team calls it, whoever named it first or later', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, handoverMigrations);
  const at = '2026-11-26T10:00:00.000Z';
  const clock = { now: () => Date.parse(at) };
  const tell = (author: string, name: string | null, computers: Record<string, string>) => {
    const start = { computer: author, person: null, computers };
    tellTeamFile(sqlite, clock, { stream: 's', author, name, at, start });
    return sqlite.texts("SELECT name FROM handover_computers WHERE computer = 'ada'")[0];
  };
  expect(tell('bob', 'Bob’s laptop', { ada: 'Bob’s other laptop' })).toBe('Bob’s other laptop');
  expect(tell('ada', null, { ada: 'Mine' })).toBe('Bob’s other laptop');
  expect(tell('ada', 'Ada’s laptop', { ada: 'Mine' })).toBe('Ada’s laptop');
  expect(tell('bob', 'Bob’s laptop', { ada: 'Bob’s other laptop' })).toBe('Ada’s laptop');
  sqlite.close();
});
