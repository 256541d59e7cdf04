import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { createLookups } from '../lookups.ts';
import { recordsMigrations } from '../migrations.ts';

let directory: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-records-6-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32) });
  migrate(sqlite, recordsMigrations.slice(0, 5));
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

it('accounts of before are found by customer and wallet, and nothing is derived again', () => {
  const fill = (id: string, customer: string, wallet: string | null) =>
    sqlite.run(
      `INSERT INTO virtual_account_columns (id, record, customer_id, wallet_address, source_currency)
       VALUES (?, 1, ?, ?, 'USD')`,
      [id, customer, wallet],
    );
  for (let number = 0; number < 50; number++)
    fill(`virtualAccount_${number}`, 'customer_a', '0xAb');
  fill('virtualAccount_x', 'customer_b', '0xaB');
  fill('virtualAccount_y', 'customer_b', '0xaC');
  fill('virtualAccount_z', 'customer_b', null);
  sqlite.exec('INSERT INTO derivation (only, version) VALUES (1, 3)');
  migrate(sqlite, recordsMigrations);
  const asked = { customerId: 'customer_b', walletAddress: '0xAB' };
  const found = createLookups(sqlite).accountsAt([asked, asked, { ...asked, walletAddress: '' }]);
  expect(found).toEqual([
    {
      ...{ id: 'virtualAccount_x', customerId: 'customer_b', walletAddress: '0xaB' },
      ...{ sourceCurrency: 'USD', destinationCurrency: '', network: '' },
    },
  ]);
});
