import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';
import type { BankAccountQuery } from './types.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  fillAsBefore();
});

/** Bank accounts as events told of them before they had columns, of an older derivation. */
function fillAsBefore(): void {
  const observe = (id: string, kind: string, body: object) =>
    sqlite.run(
      `INSERT INTO observations (observation_id, kind, id, source, is_entered, effective_at, rank,
         body_sha256, observed_at, deviations, body)
       VALUES (?, ?, ?, 'delivery', 0, 0, 0, '', '2026-11-20T12:00:00.000Z', '[]', ?)`,
      [`observation of ${id}`, kind, id, JSON.stringify(body)],
    );
  for (let number = 0; number < 60; number++) {
    observe(`bankAccount_${number}`, 'bankAccount', {
      status: number % 2 ? 'active' : 'blocked',
      bankName: `Bank ${number}`,
      accountHolderName: 'Ada Byron',
      customer: `customer_${number % 3}`,
      accountDetails: { accountNumber: `********${1000 + number}` },
    });
  }
  observe('customer_1', 'customer', { email: 'ada@example.com' });
  sqlite.exec('INSERT INTO derivation (only, version) VALUES (1, 1)');
}

const page = { offset: 0, limit: 20, direction: 'descending' } as const;

it('fills the columns from what was observed before there were any', () => {
  const records = openRecords({ sqlite });
  expect(records.list('bankAccount', { ...page, search: '1007' }).records).toMatchObject([
    {
      id: 'bankAccount_7',
      columns: {
        status: 'active',
        bankName: 'Bank 7',
        accountHolderName: 'Ada Byron',
        customerId: 'customer_1',
        customerName: 'ada@example.com',
        accountNumber: '********1007',
      },
    },
  ]);
  expect(records.list('bankAccount', { ...page, customerId: 'customer_2' }).total).toBe(20);
  expect(records.list('bankAccount', { ...page, status: 'blocked' }).total).toBe(30);
  expect(records.filterValues('bankAccount')).toEqual({ statuses: ['active', 'blocked'] });
});

it('a customer that is named later is named in its bank accounts, too', () => {
  const records = openRecords({ sqlite });
  records.observe({
    kind: 'customer',
    id: 'customer_2',
    body: { personalInformation: { firstName: 'Grace', lastName: 'Hopper' } },
    source: 'delivery',
    observedAt: '2026-11-20T12:00:01.000Z',
  });
  expect(records.columns('bankAccount', 'bankAccount_2')?.customerName).toBe('Grace Hopper');
  expect(records.list('bankAccount', { ...page, search: 'hopper' }).total).toBe(20);
});

it.each<[NonNullable<BankAccountQuery['sort']>, string]>([
  ['customerName', 'bank_accounts_by_customer_name'],
  ['bankName', 'bank_accounts_by_bank_name'],
  ['accountHolderName', 'bank_accounts_by_holder'],
  ['status', 'bank_accounts_by_status'],
  ['lastLearnedAt', 'bank_accounts_by_last_learned'],
])('the order by %s comes out of an index', (sort, index) => {
  const { plans, all } = explained(sqlite);
  openRecords({ sqlite: { ...sqlite, all } }).list('bankAccount', { ...page, sort });
  expect(plans.join('\n')).toContain(`SCAN bank_account_columns USING INDEX ${index}`);
  expect(plans.join('\n')).not.toContain('TEMP B-TREE');
});
