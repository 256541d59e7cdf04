import { expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { explained } from '../../../../platform/testing/explained.ts';
import type { Member } from '../../../../team-log/membership.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { entryId } from '../../handover/entries.ts';
import { handoverMigrations } from '../../handover/migrations.ts';
import { openOrigins } from '../../handover/origins.ts';
import { tellTeamFile } from '../team-files.ts';
import { claimMigrations, openClaimsTable } from './claims-table.ts';
import { createSignerCheck } from './outcome-beside.ts';

const migrations = [
  ...auditMigrations,
  ...handoverMigrations,
  ...intentsMigrations,
  ...claimMigrations,
];

it('finds what was claimed and never sent among the open claims alone', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, migrations);
  const { plans, all } = explained(sqlite);
  const table = openClaimsTable(
    { ...sqlite, all },
    () => [],
    () => '',
    () => undefined,
  );
  sqlite.exec(`INSERT INTO team_claims (hash, author, key, is_open, is_released) VALUES
    ('open', 'own', 'a', 1, 0), ('other', 'bob', 'b', 1, 0), ('ended', 'own', 'c', 0, 0), ('back', 'own', 'd', 1, 1)`);
  expect(table.withoutRequest('own')).toEqual([{ key: 'a', hash: 'open' }]);
  expect(plans[0]?.[0]).toContain('team_claims_open');
  plans.length = 0;
  table.named(['x']);
  expect(plans.join()).toContain('team_claims_by_name');
  sqlite.close();
});

it('what a request came to is told by who sent it, and by those who may resolve it', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, migrations);
  const at = '2026-11-26T10:00:00.000Z';
  const clock = { now: () => Date.parse(at) };
  const absent = (intent_key: string, follows: readonly string[]) => ({
    intent_key,
    verdict: 'absent',
    resource_id: null,
    how: 'word',
    settled_by: 'x',
    settled_at: '-',
    follows,
  });
  // Whatever `from` is, a member signed it.
  const add = (
    ...[file, from, what, id, isNew, follows = []]: [
      string,
      string,
      string,
      string,
      boolean,
      string[]?,
    ]
  ) => {
    const place = { what, kind: 'request', id, part: '', at };
    const entry =
      what === 'request' ? `${what} ${id} ${from}` : entryId('resolution', absent(id, follows));
    openOrigins(sqlite, 'own', file).add(entry, place, [from], isNew);
  };
  const tell = (
    ...[author, from, what, id, isNew = true, follows]: [
      string,
      string,
      string,
      string,
      boolean?,
      string[]?,
    ]
  ) => {
    const start = { computer: from, person: null, computers: {} };
    const file = tellTeamFile(sqlite, clock, { stream: 's', author, name: null, at, start });
    add(file, from, what, id, isNew, follows);
  };
  tell('ada', 'ada', 'request', 'sent by ada');
  tell('reviewer', 'ada', 'request', 'forged');
  tell('ada', 'ada', 'request', 'resolved');
  tell('operator', 'operator', 'resolution', 'resolved');
  tell('ada', 'ada', 'request', 'resolved by a reviewer');
  tell('reviewer', 'reviewer', 'resolution', 'resolved by a reviewer');
  tell('reviewer', 'reviewer', 'resolution', 'own');
  tell('ada', 'ada', 'request', 'resolved by an operator of before');
  tell('demoted', 'demoted', 'resolution', 'resolved by an operator of before');
  tell('reviewer', 'ada', 'request', 'told later');
  tell('ada', 'ada', 'request', 'told later', false);
  tell('reviewer', 'reviewer', 'resolution', 'told later');
  tell('operator', 'reviewer', 'resolution', 'told later', false);
  tell('ada', 'ada', 'request', 'replayed');
  tell('operator', 'operator', 'resolution', 'replayed');
  // Of this computer, and told by another one.
  tell('reviewer', 'own', 'request', 'sent here', false);
  sqlite.exec("INSERT INTO handover_files VALUES ('a hand-over file', 'ada', NULL, '-', '-')");
  add('a hand-over file', 'ada', 'request', 'merged here', true);
  tell('ada', 'ada', 'request', 'lost');
  const roles = { ada: 'operator', operator: 'operator', reviewer: 'reviewer' } as const;
  const members = new Map(
    Object.entries(roles).map(([key, role]) => [
      key,
      { role, tenures: [{ role, until: null }] } as unknown as Member,
    ]),
  );
  const past = [
    { role: 'operator', until: {} },
    { role: 'reviewer', until: null },
  ];
  members.set('demoted', { role: 'reviewer', tenures: past } as unknown as Member);
  const table = openClaimsTable(
    sqlite,
    () => [],
    () => '',
    () => undefined,
  );
  const check = createSignerCheck(table, () => ({ members }), 'own');
  const isTold = (key: string, author: string) => check({ key }, author);
  const journal = (key: string) =>
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
       VALUES (?, 'createCustomer', 'unknown', '{}', '', '', '[]') ON CONFLICT DO NOTHING`,
      [key],
    );
  const resolve = (...keys: string[]) => {
    for (const key of keys) {
      journal(key);
      sqlite.run(
        `INSERT INTO settlements (intent_key, verdict, how, settled_by, settled_at)
         VALUES (?, 'absent', 'word', 'x', '-')`,
        [key],
      );
    }
  };
  expect(isTold('sent by ada', 'ada')).toBe(true);
  expect(isTold('sent by ada', 'operator')).toBe(false);
  expect(isTold('forged', 'ada')).toBe(false);
  resolve('resolved', 'resolved by a reviewer', 'own', 'told later');
  resolve('resolved by an operator of before');
  expect(isTold('resolved by an operator of before', 'ada')).toBe(false);
  expect(isTold('resolved', 'ada')).toBe(true);
  expect(isTold('resolved by a reviewer', 'ada')).toBe(false);
  expect(isTold('own', 'own')).toBe(false);
  // Of this computer, also under the key that it had in the team before.
  expect(isTold('nobody told it', 'own')).toBe(true);
  expect(isTold('nobody told it', 'own before')).toBe(true);
  // Resolved here, by whoever may not for the team.
  resolve('sent by ada', 'nobody told it', 'resolved');
  for (const key of ['sent by ada', 'resolved']) expect(isTold(key, 'ada')).toBe(false);
  expect(isTold('nobody told it', 'own')).toBe(true);
  // Second, by who is believed.
  expect(isTold('told later', 'ada')).toBe(true);
  expect(isTold('sent here', 'own before')).toBe(true);
  resolve('replayed');
  expect(isTold('replayed', 'ada')).toBe(true);
  // The same words after other ones, by who may not.
  tell('reviewer', 'operator', 'resolution', 'replayed', true, ['another']);
  expect(isTold('replayed', 'ada')).toBe(false);
  // Who merged it tells the team, and is another one.
  expect(isTold('merged here', 'ada')).toBe(false);
  for (const key of ['told later', 'forged', 'sent here', 'lost']) journal(key);
  sqlite.exec(`
    INSERT INTO team_claims (hash, author, key, sequence, at) SELECT key, 'ada', key, 1, '-' FROM intents;
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_entry_origins_never_change;
    UPDATE handover_entry_origins SET origin = 999 WHERE id = 'lost'`);
  // Nobody's own any more.
  expect(isTold('lost', 'ada')).toBe(false);
  expect(isTold('lost', 'own before')).toBe(false);
  expect(table.open('own', '9', 9).map((one) => one.key)).toEqual(['forged', 'lost']);
  // What another one told under the key of a claim is not its request.
  expect(
    table
      .withoutRequest('ada')
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['forged', 'lost']);
  expect(isTold('forged', 'own')).toBe(false);
  for (const intentKey of ['forged', 'lost'])
    openAudit({ sqlite, clock }).append({
      action: 'customer.create.journalled',
      facts: { intentKey },
    });
  // Whoever else tells it: what was sent here is never given back.
  expect(table.withoutRequest('ada')).toEqual([]);
  expect(isTold('forged', 'own')).toBe(true);
  sqlite.close();
});

it('what an earlier version took for a claim of a request, and takes places, is none', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  const before = [...handoverMigrations, ...intentsMigrations, ...claimMigrations.slice(0, -1)];
  migrate(sqlite, before);
  sqlite.exec(`INSERT INTO team_claims (hash, author, key, operation, sequence, at) VALUES
    ('place', 'bob', 'a', 'placesOfDay', 1, '2026-11-26'), ('claim', 'bob', 'a', 'createCustomer', 2, '2026-11-26')`);
  migrate(sqlite, [...before, ...claimMigrations.slice(-1)]);
  const nothing = () => undefined;
  const table = openClaimsTable(
    sqlite,
    () => [],
    () => '',
    nothing,
  );
  expect(table.open('own', '2026-11-27', 9).map(({ hash }) => hash)).toEqual(['claim']);
  sqlite.close();
});
