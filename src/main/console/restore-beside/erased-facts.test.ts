import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { profileMigrations } from '../profile-session.ts';
import { mergeProfile } from './merge-profile.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

function databaseWith(number: number, fill: (sqlite: Sqlite) => void) {
  const key = new Uint8Array(32).fill(number);
  const database = { file: join(folder, `${number}.db`), key, sealKey: key };
  const sqlite = openSqlite(database);
  migrate(sqlite, profileMigrations);
  fill(sqlite);
  sqlite.close();
  return database;
}

it('says who was erased here since the backup, what is theirs there, and what tells who it is', () => {
  const observedAt = '2026-11-20T10:00:00.000Z';
  const from = databaseWith(1, (sqlite) => {
    const records = openRecords({ sqlite });
    for (const [kind, id, body] of [
      ['customer', 'customer_1', { email: 'Ada@example.com' }],
      ['wallet', 'wallet_1', { customer: 'customer_1' }],
      ['customer', 'customer_2', { email: 'bob@example.com' }],
    ] as const)
      records.observe({ kind, id, body: { id, ...body }, source: 'read', observedAt });
  });
  const into = databaseWith(2, (sqlite) =>
    sqlite.run(
      `INSERT INTO erasures (customer_id, at, erased_by, reason, lifted_at, lifted_by, lift_reason)
       VALUES ('customer_1', '2026-11-21T10:00:00.000Z', NULL, 'asked', NULL, NULL, NULL)`,
    ),
  );
  const backup = { id: 'b', createdAt: '-' };
  const { known } = mergeProfile({ from, into, backup, person: null, ledger: [] });
  expect(new Map(known.ids)).toEqual(
    new Map([
      ['customer_1', '9999'],
      ['wallet_1', '9999'],
    ]),
  );
  expect(known.texts).toEqual([['ada@example.com', '9999']]);
});
