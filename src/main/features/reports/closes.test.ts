import papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExportFile } from '../../../bridge/exports.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { AuditEntry } from '../../core/audit/types.ts';
import { Failed } from '../../core/intents/failed.ts';
import { readPdf, textOf } from '../../core/pdf/testing/read-pdf.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { payoutsMigrations } from '../payouts/migrations.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { type Closes, openCloses } from './closes.ts';
import { reportsMigrations } from './migrations.ts';
import { openReportParts, type ReportParts } from './testing/report-parts.ts';

const november = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC' };
const days = (count: number) => at(count * 24 * 60);
const usd = (amount: string, fee: string) => ({
  source: { amount, currency: 'USD' },
  destination: { amount, currency: 'USDC' },
  fee: { amount: fee, currency: 'USD' },
});

let testing: ReportParts;
let closes: Closes;
let told: number;
const log: AuditEntry[] = [];
beforeEach(() => {
  testing = openReportParts(openTestPayouts(), { at, eventOf });
  const { sqlite } = testing.payouts;
  migrate(sqlite, [...recordsMigrations, ...payoutsMigrations, ...reportsMigrations]);
  told = 0;
  log.length = 0;
  const account = {
    ...{ id: 'account_1', customerName: 'Ada Byron', customerId: 'customer_1', hasMismatch: true },
    ...{ sourceCurrency: 'USD', destinationCurrency: 'USDC', created: at(0) },
  };
  const unknown = { key: 'a'.repeat(32), operation: 'createCustomer', journalledAt: at(3) };
  const change = {
    path: '/status',
    name: 'Ada',
    resourceId: 'customer_1',
    is: { observedAt: at(4) },
  };
  closes = openCloses({
    ...testing.parts,
    ...{ sqlite, random: systemRandom, profileName: 'Treasury' },
    // Nothing else of an account, a request or a change is read.
    virtualAccounts: {
      list: () => Promise.resolve({ rows: [account], total: 1 } as never),
    },
    intents: { list: () => ({ rows: [unknown], total: 1 }) as never },
    changes: {
      followed: () => Promise.resolve(),
      list: () => Promise.resolve({ rows: [change], total: 1 } as never),
    },
    timeline: {
      demand() {
        throw new Failed('LOCKED', { sentence: 'The receiver is not open.' });
      },
    },
    audit: {
      append: testing.parts.audit.append,
      list: () => ({ rows: log.toReversed(), total: log.length }),
    },
    tell: () => {
      told += 1;
    },
  });
  testing.pay({ id: 'payout_a', state: 'successful', minute: 5, amounts: usd('100.10', '0.30') });
  testing.pay({ id: 'payout_b', state: 'successful', minute: 6, amounts: usd('0.2', '0.10') });
  testing.pay({ id: 'payout_c', state: 'processing', minute: 7 });
  testing.pay({ id: 'payout_d', state: 'failed', minute: 8, amounts: usd('7', '0') });
  setNow(days(30));
});
afterEach(() => testing.remove());

function setNow(moment: string): void {
  testing.now.at = moment;
  testing.payouts.setNow(moment);
}
const close = (changes: object = {}) =>
  closes.close({ ...november, note: 'Month end', knownAt: null, ...changes });
const written = (id: string, format: 'pdf' | 'csv'): Promise<Buffer> =>
  testing.fetched(closes.start(id, format) as ExportFile);
const linesOf = (csv: Buffer, section: string) =>
  papa
    .parse<string[]>(csv.toString('utf8').slice(1).trim())
    .data.filter(([title]) => title === section)
    .map(([, ...cells]) => cells);

it('says what happened in the period, with exact sums', async () => {
  log.push({ sequence: 1, at: at(9), action: 'customer.create.created', facts: {}, hash: '' });
  log.push({
    sequence: 2,
    at: at(9),
    action: 'intent.settled.absent',
    facts: { by: 'ada' },
    hash: '',
  });
  log.push({
    ...{ sequence: 3, at: at(10), action: 'virtual-account.mismatch.cleared', hash: '' },
    facts: { virtualAccountId: 'account_1', note: 'Told by Lea' },
  });
  log.push({ sequence: 4, at: days(25), action: 'customer.create.created', facts: {}, hash: '' });
  const { id, payouts, sha256, by } = await close();
  expect(payouts).toBe(4);
  const csv = await written(id, 'csv');
  expect(sha256Hex(csv)).toBe(sha256);
  expect(linesOf(csv, 'Virtual accounts opened')[1]?.[0]).toBe('Ada Byron');
  const sums = linesOf(csv, 'Payouts by state');
  expect(linesOf(csv, 'Totals').slice(1)).toEqual([
    ['Received', '2', '100.3', 'USD', '1', '0'],
    ['Paid out', '2', '100.3', 'USDC', '0', '0'],
    ['Fees', '2', '0.4', 'USD', '0', '0'],
    ['In flight', '0', '', '', '1', '0'],
    ['Failed, cancelled or refunded', '1', '7', 'USD', '0', '0'],
  ]);
  expect(sums).toContainEqual(['successful', 'Amount in', '2', '100.3', 'USD', '0', '0']);
  expect(sums).toContainEqual(['processing', 'Amount in', '0', '', '', '1', '0']);
  expect(linesOf(csv, 'Fees by customer and month').slice(1)).toEqual([
    ['2026-11', '', 'customer_1', '2', '0.4', 'USD', '0', '0'],
  ]);
  expect(linesOf(csv, 'Failed and refunded payouts')[1]).toContain('payout_d');
  expect(
    linesOf(csv, 'Stuck payouts')
      .slice(1)
      .map((row) => row.at(-1)),
  ).toEqual(['payout_c']);
  expect(linesOf(csv, 'Gaps')[1]).toContain('Not known: the receiver was not open.');
  expect(linesOf(csv, 'Unresolved requests')[1]).toEqual([
    at(3),
    'Create customer',
    'a'.repeat(32),
  ]);
  expect(linesOf(csv, 'Mismatches not signed off')).toHaveLength(2);
  expect(linesOf(csv, 'Changes not signed off')[1]).toEqual([
    at(4),
    '/status',
    'Ada',
    'customer_1',
  ]);
  expect(linesOf(csv, 'Sign-offs')[1]).toEqual([at(10), 'Mismatch', 'account_1', 'Told by Lea']);
  expect(linesOf(csv, 'Actions').slice(1)).toEqual([
    ['customer.create.created', 'Not recorded', '1'],
    ['intent.settled.absent', 'ada', '1'],
    ['virtual-account.mismatch.cleared', 'Not recorded', '1'],
  ]);
  const printed = (await readPdf(await written(id, 'pdf'))).map(textOf).join('\n');
  expect(printed).toContain('Period close\n1 November 2026 – 30 November 2026');
  expect(printed.replaceAll('\n', '')).toContain(sha256);
  expect(printed).toContain('Closed before the period ended.'.slice(0, 6));
  expect(
    testing.payouts.audited.find(({ action }) => action === 'period.closed')?.facts,
  ).toMatchObject({ closeId: id, sha256, version: 1, ...(by === null ? {} : { by }) });
  expect(told).toBe(1);
});

it('gives the same bytes after late events, names these, and closes the period again as version 2', async () => {
  const { id } = await close();
  const before = [await written(id, 'pdf'), await written(id, 'csv')];
  expect(await closes.later(id)).toEqual({
    payouts: { total: 0, rows: [] },
    events: { total: 0, rows: [] },
  });
  // One more of the period, one that moved on, and one of another period: all received after it.
  testing.pay(
    { id: 'payout_e', state: 'successful', minute: 20, amounts: usd('55.5', '1') },
    days(31),
  );
  testing.pay({ id: 'payout_c', state: 'successful', minute: 7, amounts: usd('9', '1') }, days(31));
  testing.pay({ id: 'payout_f', state: 'successful', minute: 20 * 24 * 60 }, days(31));
  setNow(days(32));
  const after = [await written(id, 'pdf'), await written(id, 'csv')];
  expect(after.map((file, index) => file.equals(before[index] as Buffer))).toEqual([true, true]);

  const { payouts, events } = await closes.later(id);
  expect(payouts.total).toBe(2);
  expect(payouts.rows).toEqual([
    expect.objectContaining({
      ...{ id: 'payout_c', change: 'changed' },
      before: 'processing: Paid in not found, Paid out not found, Fee not found',
      now: 'successful: Paid in 9.00 USD, Paid out 9.00 USDC, Fee 1.00 USD',
    }),
    expect.objectContaining({ id: 'payout_e', change: 'new', before: null }),
  ]);
  expect(events.total).toBe(4);
  expect(events.rows[0]).toMatchObject({
    name: 'payout.create',
    occurredAt: at(20),
    receivedAt: days(31),
  });

  const again = await close({ note: '' });
  expect(again).toMatchObject({ version: 2, payouts: 5 });
  expect(closes.list().map(({ version }) => version)).toEqual([2, 1]);
  expect((await closes.later(again.id)).payouts.total).toBe(0);
  expect((await written(again.id, 'csv')).equals(before[1] as Buffer)).toBe(false);
});

it('stores what can neither be changed nor deleted', async () => {
  const { id } = await close();
  const { sqlite } = testing.payouts;
  expect(() => sqlite.run("UPDATE period_closes SET note = 'other'")).toThrow(/never changes/);
  expect(() => sqlite.run('DELETE FROM period_closes')).toThrow(/never deleted/);
  expect(closes.list()[0]).toMatchObject({ id, note: 'Month end' });
});

it('says so when a period is closed before it ended, and closes nothing out of the past', async () => {
  setNow(days(1));
  const { id } = await close();
  expect((await written(id, 'csv')).toString()).toContain('Closed before the period ended.');
  await expect(close({ knownAt: at(0) })).rejects.toMatchObject({ code: 'INVALID' });
  await expect(close({ to: '2026-10-01' })).rejects.toMatchObject({ code: 'INVALID' });
  expect(closes.list()).toHaveLength(1);
  await expect(closes.later('f'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('shows before what a close would say', async () => {
  const { sections } = await closes.preview(november);
  const states = sections.find(({ title }) => title === 'Payouts by state');
  const totals = sections.find(({ title }) => title === 'Totals');
  expect(states?.total).toBe(states?.rows.length);
  expect(totals?.lead).toContain('4 payouts.');
  expect(closes.list()).toEqual([]);
});
