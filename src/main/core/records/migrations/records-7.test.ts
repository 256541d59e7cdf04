import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../migrations.ts';
import { openRecords } from '../records.ts';
import type { NewObservation } from '../types.ts';

let directory: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-records-7-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32) });
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

const told: readonly (Partial<NewObservation> & Pick<NewObservation, 'kind' | 'id'>)[] = [
  { kind: 'customer', id: 'customer_learned' },
  { kind: 'customer', id: 'customer_told', eventCreated: '2026-11-20T11:59:00.250+00:00' },
  { kind: 'customer', id: 'customer_told', eventCreated: '2026-11-20T11:59:30.000Z' },
  { kind: 'customer', id: 'customer_entered', source: 'entered' },
  {
    kind: 'virtualAccount',
    id: 'virtualAccount_own',
    body: { created: '2026-11-20T13:58:00.125+02:00' },
  },
  { kind: 'virtualAccount', id: 'virtualAccount_learned' },
];
const made = () =>
  sqlite.all(
    `SELECT id, made_at FROM customer_columns
     UNION ALL SELECT id, made_at FROM virtual_account_columns ORDER BY id`,
  );

it('what was known before has the same moment as what is derived anew', () => {
  migrate(sqlite, recordsMigrations);
  const records = openRecords({ sqlite });
  for (const observation of told) {
    records.observe({
      ...{ body: {}, source: 'delivery', observedAt: '2026-11-20T12:00:00.000Z' },
      ...observation,
    });
  }
  const derived = made();
  const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
  expect(derived).toEqual([
    { id: 'customer_entered', made_at: at('12:00:00.000') },
    { id: 'customer_learned', made_at: at('12:00:00.000') },
    { id: 'customer_told', made_at: at('11:59:00.250') },
    { id: 'virtualAccount_learned', made_at: at('12:00:00.000') },
    { id: 'virtualAccount_own', made_at: at('11:58:00.125') },
  ]);
  sqlite.exec(`
    DROP INDEX customers_by_made; ALTER TABLE customer_columns DROP COLUMN made_at;
    DROP INDEX virtual_accounts_by_made; ALTER TABLE virtual_account_columns DROP COLUMN made_at;
    DELETE FROM migrations WHERE id LIKE '%-records-7'`);
  migrate(sqlite, recordsMigrations);
  expect(made()).toEqual(derived);
});
