import { beforeEach, describe, expect, it } from 'vitest';
import { maxMatches } from '../../../bridge/max-matches.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { WriteName } from '../../../contract/writes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations } from '../../core/audit/audit.ts';
import { intentsMigrations } from '../../core/intents/migrations.ts';
import type { Resolved } from '../../core/intents/resolutions.ts';
import type { Intent } from '../../core/intents/types.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { NewObservation, Records } from '../../core/records/types.ts';
import { createPossibleMatches, type PossibleMatches } from './possible-matches.ts';

let sqlite: Sqlite;
let records: Records;
let unknown: Intent[];
/** Statements that were asked since the test began to count. */
let asked: string[];
/** When a person said of every request that it does not exist; null while nobody did. */
let saidAt: string | null;
const word: Omit<Resolved, 'at'> = {
  intentKey: '0'.repeat(32),
  verdict: 'absent',
  resourceId: null,
  how: 'word',
  by: 'ada',
};
beforeEach(() => {
  sqlite = testDatabase([...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  records = openRecords({ sqlite });
  unknown = [];
  asked = [];
  saidAt = null;
});

/** ISO 8601, so many seconds after noon. */
const at = (seconds: number): string =>
  new Date(Date.parse('2026-11-20T12:00:00.000Z') + seconds * 1000).toISOString();

function lost(operation: WriteName, seconds: number, input: JsonObject): Intent {
  const intent = {
    key: `${unknown.length}`.padStart(32, '0'),
    operation,
    state: 'unknown',
    input,
    journalledAt: at(seconds),
    settledAt: null,
    resourceId: null,
    sentence: '',
    messages: [],
    requestId: null,
    status: null,
    cause: null,
    retryAfterMs: null,
    fingerprint: null,
    repeats: null,
  } as unknown as Intent;
  unknown.push(intent);
  return intent;
}

const learn = (
  kind: 'customer' | 'virtualAccount',
  id: string,
  seconds: number,
  body: JsonObject,
  more: Partial<NewObservation> = {},
) => records.observe({ kind, id, body, source: 'delivery', observedAt: at(seconds), ...more });

function open(clock: Clock = { now: () => 0 }): PossibleMatches {
  const spied: Sqlite = {
    ...sqlite,
    all(sql: string, parameters: readonly SqlValue[] = []) {
      asked.push(sql);
      return sqlite.all(sql, parameters);
    },
  };
  const intents = { list: () => ({ rows: unknown, total: unknown.length }) };
  const resolutionLog = { of: () => (saidAt === null ? [] : [{ ...word, at: saidAt }]) };
  return createPossibleMatches({ sqlite: spied, records, intents, resolutionLog, clock });
}

const account = (walletAddress: string, created: string): JsonObject => ({
  created,
  destination: { walletAddress, currency: 'USDC', network: 'ethereum' },
  depositInstructions: { currency: 'USD' },
  fees: {
    totalBpsRate: '25',
    integratorFee: { bpsRate: '0' },
    platformFee: { bpsRate: '25' },
  },
});
const accountInput = (walletAddress: string): JsonObject => ({
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'ethereum',
  walletAddress,
});
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

describe('what is proposed', () => {
  it('has the same email whatever its case, as what is asked before a create', async () => {
    const type = 'individual';
    const intent = lost('createCustomer', 0, { type, email: 'Ada.Byron@Example.com' });
    learn('customer', 'customer_ada', 30, { type, email: 'ada.byron@example.com' });
    const [match] = await open().for(intent);
    expect(match).toMatchObject({ resourceId: 'customer_ada', same: ['type', 'email'] });
  });

  it('came within minutes, is nobody’s, and departs in nothing', async () => {
    const intent = lost('createCustomer', 0, { type: 'individual', email: 'ada@example.com' });
    const type = 'individual';
    learn('customer', 'customer_fits', 30, { type });
    learn('customer', 'customer_told_late', 7200, { type }, { eventCreated: at(60) });
    learn('customer', 'customer_named', 31, { type, email: 'ada@example.com' });
    learn('customer', 'customer_other_email', 32, { type, email: 'grace@example.com' });
    learn('customer', 'customer_other_type', 33, { type: 'business' });
    learn('customer', 'customer_hours_later', 7200, { type });
    // As this computer's clock, which may be ahead, says.
    learn('customer', 'customer_clock_ahead', 60, { type }, { eventCreated: at(-600) });
    learn('customer', 'customer_before', 60, { type }, { eventCreated: at(-1200) });
    learn('customer', 'customer_known_before', -1, { type });
    learn('customer', 'customer_entered', 34, { type }, { source: 'entered' });
    const proposals = open();
    expect((await proposals.for(intent)).map(({ resourceId }) => resourceId)).toEqual([
      'customer_clock_ahead',
      'customer_fits',
      'customer_named',
      'customer_told_late',
    ]);
    expect((await proposals.counts([intent])).get(intent.key)).toBe(4);
    expect(proposals.has(intent, 'customer_told_late')).toBe(true);
    expect(proposals.has(intent, 'customer_hours_later')).toBe(false);
    expect(proposals.has({ ...intent, state: 'absent' }, 'customer_fits')).toBe(false);
    expect(await proposals.for({ ...intent, state: 'exists' })).toEqual([]);
  });

  it('is an account of the same wallet, however its case is written', async () => {
    const intent = lost('createVirtualAccount', 0, accountInput(wallet(0xabc)));
    const other = lost('createVirtualAccount', 5, accountInput(wallet(0xdef)));
    learn('virtualAccount', 'virtualAccount_a', 900, account(wallet(0xabc), at(2)));
    learn('virtualAccount', 'virtualAccount_b', 900, account(wallet(0xabd), at(2)));
    const upper = wallet(0xdef).toUpperCase().replace('0X', '0x');
    learn('virtualAccount', 'virtualAccount_c', 900, account(upper, at(6)));
    const proposals = open();
    expect(await proposals.for(intent)).toMatchObject([
      { resourceId: 'virtualAccount_a', happenedAt: at(2), observedAt: at(900), fitsOthers: 0 },
    ]);
    expect([...(await proposals.counts([intent, other])).values()]).toEqual([1, 1]);
  });
});

describe('what was said not to exist', () => {
  it('is contradicted by what fits and was learned since, and by nothing else', async () => {
    const type = 'individual';
    const absent: Intent = { ...lost('createCustomer', 0, { type }), state: 'absent' };
    learn('customer', 'customer_seen', 30, { type });
    saidAt = at(60);
    const proposals = open();
    expect(await proposals.for(absent)).toEqual([]);
    learn('customer', 'customer_late', 7200, { type }, { eventCreated: at(5) });
    learn('customer', 'customer_other', 7200, { type: 'business' }, { eventCreated: at(5) });
    expect(await proposals.for(absent)).toMatchObject([{ resourceId: 'customer_late' }]);
    expect([...(await proposals.counts([absent])).values()]).toEqual([1]);
    // Somebody looked, and said it again.
    saidAt = at(7300);
    expect(await proposals.for(absent)).toEqual([]);
  });
});

describe('an account that pays into the wallet of many customers', () => {
  it('is proposed for none but the one that it is known of', async () => {
    const ours = lost('createVirtualAccount', 0, accountInput(wallet(7)));
    const theirs = lost('createVirtualAccount', 1, {
      ...accountInput(wallet(7)),
      customerId: 'customer_b',
    });
    const body = { ...account(wallet(7), at(2)), customerId: 'customer_b' };
    learn('virtualAccount', 'virtualAccount_b', 900, body, { source: 'import' });
    const proposals = open();
    expect(await proposals.for(ours)).toEqual([]);
    expect(proposals.has(ours, 'virtualAccount_b')).toBe(false);
    const [proposed] = await proposals.for(theirs);
    expect(proposed).toMatchObject({ resourceId: 'virtualAccount_b', fitsOthers: 0 });
    expect(proposed?.same).toContain('customer');
  });
});

describe('hundreds of requests without an answer', () => {
  const many = 300;
  beforeEach(() => {
    sqlite.transaction(() => {
      for (let number = 0; number < many; number += 1) {
        lost('createVirtualAccount', number, accountInput(wallet(number)));
        lost('createCustomer', number, { type: 'individual' });
        const id = `virtualAccount_${number}`;
        learn('virtualAccount', id, 900 + number, account(wallet(number), at(number)));
        learn('customer', `customer_${number}`, 900 + number, { type: 'individual' });
      }
    });
  });

  it('are compared with what came around them in one go, along an index', async () => {
    const counts = [...(await open().counts(unknown)).values()];
    expect(counts.filter((_, index) => index % 2 === 0)).toEqual(Array(many).fill(1));
    // What was learned more than 15 minutes later is too late for the first of them.
    expect(counts[1]).toBe(1);
    expect(counts.at(-1)).toBe(maxMatches);
    expect(asked.length).toBeLessThan(10);
    const plans = asked.map((sql) =>
      sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, [0, '', 0]).map((row) => JSON.stringify(row)),
    );
    expect(plans.flat().join('\n')).toMatch(/INDEX customers_by_made \(\(made_at,id\)>/);
    expect(plans.flat().join('\n')).toMatch(/INDEX virtual_accounts_by_made \(\(made_at,id\)>/);
    expect(plans.flat().join('\n')).not.toMatch(/SCAN (record|customer_columns|virtual)/);
  });

  it('leave main free in between', async () => {
    let turns = 0;
    let time = 0;
    // Every look at the clock is 3 ms later, so that no slice goes over many records.
    const counting = open({ now: () => (time += 3) }).counts(unknown);
    let isDone = false;
    const done = counting.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await done;
    expect(turns).toBeGreaterThan(50);
  });
});
