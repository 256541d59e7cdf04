import { expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import type { Member } from '../../../../team-log/membership.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { handoverMigrations } from '../../handover/migrations.ts';
import { openOrigins } from '../../handover/origins.ts';
import { tellTeamFile } from '../team-files.ts';
import { claimMigrations, openClaimsTable } from './claims-table.ts';
import { createSignerCheck } from './outcome-beside.ts';

it('finds what was claimed and never sent among the open claims alone', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, [...handoverMigrations, ...intentsMigrations, ...claimMigrations]);
  const plans: string[] = [];
  const table = openClaimsTable(
    {
      ...sqlite,
      all(sql, parameters) {
        const plan = sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, parameters) as { detail: string }[];
        plans.push(...plan.map(({ detail }) => detail));
        return sqlite.all(sql, parameters);
      },
    },
    () => [],
    () => '',
    () => undefined,
  );
  sqlite.exec(`INSERT INTO team_claims (hash, author, key, is_open, is_released) VALUES
    ('open', 'own', 'a', 1, 0), ('other', 'bob', 'b', 1, 0), ('ended', 'own', 'c', 0, 0), ('back', 'own', 'd', 1, 1)`);
  expect([...table.withoutRequest('own')]).toEqual([['a', 'open']]);
  expect(plans[0]).toContain('team_claims_open');
  plans.length = 0;
  table.named(['x']);
  expect(plans.join()).toContain('team_claims_by_name');
  sqlite.close();
});

it('what a request came to is told by who sent it, and by those who may resolve it', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, [...handoverMigrations, ...intentsMigrations, ...claimMigrations]);
  const at = '2026-11-26T10:00:00.000Z';
  const clock = { now: () => Date.parse(at) };
  // Whatever `from` is, a member signed it.
  const tell = (author: string, from: string, what: string, id: string) => {
    const start = { computer: from, person: null, computers: {} };
    const file = tellTeamFile(sqlite, clock, { stream: 's', author, name: null, at, start });
    const place = { what, kind: 'request', id, part: '', at };
    openOrigins(sqlite, 'own', file).add(`${what} ${id} ${from}`, place, [from], true);
  };
  tell('ada', 'ada', 'request', 'sent by ada');
  tell('reviewer', 'ada', 'request', 'forged');
  tell('ada', 'ada', 'request', 'resolved');
  tell('operator', 'operator', 'resolution', 'resolved');
  tell('ada', 'ada', 'request', 'resolved by a reviewer');
  tell('reviewer', 'reviewer', 'resolution', 'resolved by a reviewer');
  tell('reviewer', 'reviewer', 'resolution', 'own');
  const roles = { ada: 'operator', operator: 'operator', reviewer: 'reviewer' } as const;
  const members = new Map(
    Object.entries(roles).map(([key, role]) => [
      key,
      { role, tenures: [{ role, until: null }] } as unknown as Member,
    ]),
  );
  const table = openClaimsTable(
    sqlite,
    () => [],
    () => '',
    () => undefined,
  );
  const check = createSignerCheck(table, () => ({ members }), 'own');
  const isTold = (key: string, author: string, state: 'refused' | 'absent' = 'refused') =>
    check({ key, state }, author);
  expect(isTold('sent by ada', 'ada')).toBe(true);
  expect(isTold('sent by ada', 'operator')).toBe(false);
  expect(isTold('forged', 'ada')).toBe(false);
  expect(isTold('resolved', 'ada', 'absent')).toBe(true);
  expect(isTold('resolved by a reviewer', 'ada', 'absent')).toBe(false);
  expect(isTold('own', 'own', 'absent')).toBe(false);
  // Of this computer, also under the key that it had in the team before.
  expect(isTold('nobody told it', 'own')).toBe(true);
  expect(isTold('nobody told it', 'own before')).toBe(true);
  // Resolved here, by whoever may not for the team.
  expect(isTold('sent by ada', 'ada', 'absent')).toBe(false);
  expect(isTold('nobody told it', 'own', 'absent')).toBe(true);
  sqlite.close();
});
