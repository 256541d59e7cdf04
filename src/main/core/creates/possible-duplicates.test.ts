import { beforeEach, describe, expect, it } from 'vitest';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { createLookups, type Lookups } from '../records/lookups.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import type { Records } from '../records/types.ts';
import { customersWithEmail, similarVirtualAccounts } from './possible-duplicates.ts';

let sqlite: Sqlite;
let records: Records;
let lookups: Lookups;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
  lookups = createLookups(sqlite);
});

const observedAt = '2026-11-20T12:00:00.000Z';
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Known from a person's import, which no intent knows of. */
const imported = (kind: 'customer' | 'virtualAccount', id: string, entered: object) => {
  records.observe({ kind, id, source: 'import', observedAt, body: { id } });
  records.observe({ kind, id, source: 'entered', observedAt, body: { ...entered } });
};
const input = createVirtualAccountInput.parse({
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'solana',
  walletAddress: wallet,
});

describe('records that look the same', () => {
  it('are customers with the very email, without case', () => {
    imported('customer', 'customer_a', { email: 'Ada@Example.com' });
    imported('customer', 'customer_b', { email: 'ada@example.com.org' });
    imported('customer', 'customer_c', { email: 'not-ada@example.com' });
    expect(customersWithEmail(lookups, 'ada@example.com')).toEqual(['customer_a']);
  });

  it('are customers whose email has its accents composed otherwise', () => {
    imported('customer', 'customer_a', { email: 'rene\u0301@example.com' });
    imported('customer', 'customer_b', { email: 'ren\u00e9@example.com' });
    imported('customer', 'customer_c', { email: 'rene@example.com' });
    const both = ['customer_a', 'customer_b'];
    expect(customersWithEmail(lookups, 'ren\u00e9@example.com')).toEqual(both);
    expect(customersWithEmail(lookups, 'rene\u0301@example.com')).toEqual(both);
  });

  it('are not customers whose email only fits as a pattern', () => {
    imported('customer', 'customer_a', { email: 'ada_x@example.com' });
    imported('customer', 'customer_b', { email: 'ada1x@example.com' });
    expect(customersWithEmail(lookups, 'ada_x@example.com')).toEqual(['customer_a']);
  });

  it('are virtual accounts of the same customer, pair and wallet, however spelled', () => {
    const same = { ...input, network: 'sol', walletAddress: wallet.toLowerCase() };
    imported('virtualAccount', 'virtualAccount_a', same);
    imported('virtualAccount', 'virtualAccount_b', { ...input, customerId: 'customer_b' });
    imported('virtualAccount', 'virtualAccount_c', { ...input, sourceCurrency: 'EUR' });
    expect(similarVirtualAccounts(lookups, input)).toEqual(['virtualAccount_a']);
  });

  it('are found by an index, however many accounts a customer has', () => {
    const count = 410;
    sqlite.transaction(() => {
      for (let number = 0; number < count; number += 1) {
        const walletAddress = number === 3 || number === count - 1 ? wallet : `wallet-${number}`;
        imported('virtualAccount', `virtualAccount_${number}`, { ...input, walletAddress });
      }
    });
    const read: unknown[] = [];
    const plans: string[] = [];
    const spied: Sqlite = {
      ...sqlite,
      all(sql: string, parameters: readonly SqlValue[] = []) {
        const plan = sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, parameters) as { detail: string }[];
        plans.push(...plan.map(({ detail }) => detail));
        const rows = sqlite.all(sql, parameters);
        read.push(...rows);
        return rows;
      },
    };
    expect(similarVirtualAccounts(createLookups(spied), input).toSorted()).toEqual([
      'virtualAccount_3',
      `virtualAccount_${count - 1}`,
    ]);
    expect(read).toHaveLength(2);
    expect(plans.join('\n')).toContain(
      'USING INDEX virtual_accounts_by_wallet (<expr>=? AND customer_id=?)',
    );
  });
});
