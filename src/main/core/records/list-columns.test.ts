import { beforeEach, describe, expect, it } from 'vitest';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';
import type { CustomerQuery, VirtualAccountQuery } from './types.ts';

let sqlite: Sqlite;
let seen: string[];
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  fillAsBefore();
  seen = [];
});

/** Rows as they stood before there were columns. */
function fillAsBefore(): void {
  const observe = sqlite.run.bind(
    sqlite,
    `INSERT INTO observations (observation_id, kind, id, source, is_entered, effective_at, rank,
       body_sha256, observed_at, deviations, body) VALUES (?, ?, ?, ?, ?, 0, 0, '', ?, '[]', ?)`,
  );
  const at = '2026-11-20T12:00:00.000Z';
  for (let number = 0; number < 400; number++) {
    const customer = `customer_${number % 50}`;
    const account = JSON.stringify({
      destination: { network: number % 2 ? 'base' : 'ethereum', currency: 'USDC' },
      fees: { totalBpsRate: String(number) },
      created: at,
    });
    const entered = JSON.stringify({ customerId: customer });
    observe([`a${number}`, 'virtualAccount', `virtualAccount_${number}`, 'read', 0, at, account]);
    observe([
      `b${number}`,
      'virtualAccount',
      `virtualAccount_${number}`,
      'entered',
      1,
      at,
      entered,
    ]);
    if (number >= 50) continue;
    const profiles = [{ name: 'one', status: number % 2 ? 'approved' : 'incomplete' }];
    const body = JSON.stringify({ type: 'individual', verificationProfiles: profiles });
    observe([`c${number}`, 'customer', customer, 'read', 0, at, body]);
    const email = JSON.stringify({ email: `person${number}@example.com` });
    observe([`d${number}`, 'customer', customer, 'entered', 1, at, email]);
  }
}

const spied = (): Sqlite => ({
  ...sqlite,
  all: (sql: string, parameters: readonly SqlValue[] = []) => {
    const plan = sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, parameters) as { detail: string }[];
    seen.push(...plan.map(({ detail }) => detail));
    return sqlite.all(sql, parameters);
  },
});
const page = { offset: 0, limit: 20, direction: 'descending' } as const;

describe('columns', () => {
  it('are filled from what was observed before there were any', () => {
    const records = openRecords({ sqlite });
    expect(records.list('customer', { ...page, search: 'person7@' }).records[0]).toMatchObject({
      id: 'customer_7',
      columns: { email: 'person7@example.com', virtualAccounts: 8, isUnconfirmed: true },
    });
    expect(records.list('virtualAccount', { ...page, customerId: 'customer_7' }).total).toBe(8);
  });

  it('are listed without what the records hold', () => {
    const asked: string[] = [];
    const first: Sqlite['first'] = (sql, parameters) => {
      asked.push(sql);
      return sqlite.first(sql, parameters);
    };
    const records = openRecords({ sqlite: { ...spied(), first } });
    asked.length = 0;
    const { records: rows } = records.list('customer', page);
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatchObject({ firstLearnedAt: rows[0]?.lastLearnedAt });
    // How many are known, and since when.
    expect(asked).toHaveLength(2);
    expect(seen.join('\n')).not.toContain('SCAN records');
  });

  it('are not filled again by the next open', () => {
    openRecords({ sqlite });
    sqlite.exec("UPDATE customer_columns SET email = 'changed@example.com'");
    expect(openRecords({ sqlite }).columns('customer', 'customer_1')?.email).toBe(
      'changed@example.com',
    );
  });

  it('are filled again when they were derived by other rules', () => {
    openRecords({ sqlite });
    sqlite.exec("UPDATE customer_columns SET email = 'changed@example.com'");
    sqlite.exec('UPDATE derivation SET version = version - 1');
    expect(openRecords({ sqlite }).columns('customer', 'customer_1')?.email).toBe(
      'person1@example.com',
    );
  });

  it('are added, sorted by and filled where the catalogue has one more than the table', () => {
    openRecords({ sqlite });
    sqlite.exec('DROP INDEX customers_by_email; DROP INDEX virtual_accounts_by_network');
    sqlite.exec('ALTER TABLE customer_columns DROP COLUMN email_sort');
    sqlite.exec('ALTER TABLE virtual_account_columns DROP COLUMN network');
    const records = openRecords({ sqlite: spied() });
    const sorted = records.list('customer', { ...page, sort: 'email', direction: 'ascending' });
    expect(sorted.records[0]?.columns.email).toBe('person0@example.com');
    expect(records.filterValues('virtualAccount').networks).toEqual(['base', 'ethereum']);
    expect(seen.join('\n')).toContain('USING INDEX customer_columns_by_email_sort');
    expect(seen.join('\n')).toContain('COVERING INDEX virtual_account_columns_by_network');
    expect(records.list('customer', { ...page, search: 'person7@' }).total).toBe(1);
  });
});

describe('every order that a list offers comes out of an index', () => {
  it.each<[NonNullable<CustomerQuery['sort']>, string]>([
    ['name', 'customers_by_name'],
    ['email', 'customers_by_email'],
    ['type', 'customers_by_type'],
    ['firstLearnedAt', 'customers_by_first_learned'],
    ['lastLearnedAt', 'customers_by_last_learned'],
  ])('customers by %s', (sort, index) => {
    openRecords({ sqlite: spied() }).list('customer', { ...page, sort });
    expect(seen.join('\n')).toContain(`SCAN customer_columns USING INDEX ${index}`);
    expect(seen.join('\n')).not.toContain('TEMP B-TREE');
  });

  it.each<[NonNullable<VirtualAccountQuery['sort']>, string]>([
    ['customerName', 'virtual_accounts_by_customer_name'],
    ['network', 'virtual_accounts_by_network'],
    ['totalBpsRate', 'virtual_accounts_by_rate'],
    ['created', 'virtual_accounts_by_created'],
  ])('virtual accounts by %s', (sort, index) => {
    openRecords({ sqlite: spied() }).list('virtualAccount', { ...page, sort });
    expect(seen.join('\n')).toContain(`SCAN virtual_account_columns USING INDEX ${index}`);
    expect(seen.join('\n')).not.toContain('TEMP B-TREE');
  });
});

describe('filters and search use an index', () => {
  beforeEach(() => {
    openRecords({ sqlite });
    sqlite.exec('ANALYZE');
  });

  it('a customer’s virtual accounts', () => {
    openRecords({ sqlite: spied() }).list('virtualAccount', { ...page, customerId: 'customer_1' });
    expect(seen.join('\n')).toContain('INDEX virtual_accounts_by_customer (customer_id=?)');
  });

  it('the status of a verification profile', () => {
    openRecords({ sqlite: spied() }).list('customer', { ...page, profileStatus: 'approved' });
    expect(seen.join('\n')).toContain('customer_statuses USING PRIMARY KEY (status=?');
  });

  it('parts of words of three characters and more', () => {
    openRecords({ sqlite: spied() }).list('customer', { ...page, search: 'son4' });
    expect(seen.join('\n')).toMatch(/record_search VIRTUAL TABLE INDEX 0:M/);
  });

  it('the values of a filter', () => {
    const records = openRecords({ sqlite: spied() });
    records.filterValues('customer');
    records.filterValues('virtualAccount');
    expect(seen.join('\n')).toContain('COVERING INDEX customers_by_type');
    expect(seen.join('\n')).toContain('COVERING INDEX virtual_accounts_by_network');
    expect(seen.join('\n')).not.toContain('TEMP B-TREE');
  });
});
