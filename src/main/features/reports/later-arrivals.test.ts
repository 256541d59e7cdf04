import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { payoutsMigrations } from '../payouts/migrations.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { linesOf, openTestCloses, type TestCloses, usd } from './testing/open-test-closes.ts';

const days = (count: number): string => at(count * 24 * 60);
const open = (isTest = true) =>
  openTestCloses(openTestPayouts({ isProduction: !isTest }), {
    at,
    eventOf,
    payoutsMigrations,
    isTest,
  });

let testing: TestCloses;
afterEach(() => testing.remove());

it('names what else came, ended or was resolved since, and has all of it in a file', async () => {
  testing = open();
  const { close, closes, fetched, pay, said, setNow } = testing;
  const gap = { from: at(60), to: at(120), reason: 'closed', missed: [] };
  said.gaps = [gap];
  const { id } = await close();
  expect((await closes.later(id)).others).toEqual([]);
  const [account] = said.accounts;
  if (account === undefined) throw new Error('There is an account.');
  said.accounts = [
    { ...account, hasMismatch: false },
    { ...account, id: 'account_2', hasMismatch: false },
  ];
  said.requests = [];
  said.gaps = [{ ...gap, to: at(90) }];
  for (let count = 0; count < 101; count += 1) {
    pay(
      { id: `payout_${1000 + count}`, state: 'failed', minute: 30, amounts: usd('1', '0') },
      days(31),
    );
  }
  setNow(days(32));
  const { payouts, events, others } = await closes.later(id);
  expect([payouts.total, payouts.rows.length, events.total]).toEqual([101, 100, 202]);
  const said1 = (title: string) =>
    others
      .find((section) => section.title === title)
      ?.rows.map(([change, ...row]) => [change, row.includes('account_2') ? 'account_2' : row[1]]);
  expect(said1('Virtual accounts opened')).toEqual([['Not known at the close', 'account_2']]);
  expect(said1('Mismatches not signed off')).toEqual([['No longer so', 'USD → USDC']]);
  expect(said1('Unresolved requests')).toEqual([['No longer so', 'Create customer']]);
  expect(said1('Gaps')).toEqual([
    ['Not known at the close', at(90)],
    ['No longer so', at(120)],
  ]);
  const csv = await fetched(closes.startLater(id));
  expect(linesOf(csv, 'Payouts')).toHaveLength(102);
  expect(linesOf(csv, 'Events received after the close')).toHaveLength(203);
  expect(linesOf(csv, 'Unresolved requests')).toHaveLength(2);
});

it('tells of a payout whatever a report says of it', async () => {
  testing = open();
  const { close, closes, payouts } = testing;
  const { id } = await close();
  const record = { id: 'payout_c', status: 'processing', created: at(7), updated: at(9) };
  const more = { customerId: 'customer_9', transactionHash: '0xabc', reference: 'R-1' };
  payouts.observe(eventOf(903, 'payout.processing', { ...record, ...more }, 8) as never, days(31));
  expect((await closes.later(id)).payouts.rows).toEqual([
    expect.objectContaining({
      id: 'payout_c',
      change: 'changed',
      before: 'Customer ID customer_1, Transaction not found, Reference not found',
      now: 'Customer ID customer_9, Transaction 0xabc, Reference R-1',
    }),
  ]);
});

it('tells of a payout that got its customer by its virtual account since', async () => {
  testing = open();
  const { close, closes, payouts } = testing;
  const record = { id: 'payout_e', virtualAccountId: 'virtualAccount_a', created: at(9) };
  payouts.observe(eventOf(903, 'payout.create', record, 9) as never, at(9));
  const { id } = await close();
  const account = { kind: 'virtualAccount', id: 'virtualAccount_a', source: 'import' } as const;
  const body = { id: 'virtualAccount_a', customerId: 'customer_9' };
  payouts.records.observe({ ...account, body, observedAt: days(31) });
  expect((await closes.later(id)).payouts.rows).toEqual([
    expect.objectContaining({
      id: 'payout_e',
      change: 'changed',
      before: 'Customer ID not found',
      now: 'Customer ID customer_9',
    }),
  ]);
});

it('tells of no payout that is merely read otherwise since', async () => {
  testing = open();
  const { close, closes, pay, payouts } = testing;
  const { id } = await close();
  payouts.payouts.chooseField('reference', { pointer: '/id', decimals: null }, null);
  await payouts.payouts.followed();
  expect((await closes.later(id)).payouts.rows).toEqual([]);
  pay({ id: 'payout_c', state: 'successful', minute: 9 }, days(31));
  expect((await closes.later(id)).payouts.rows).toMatchObject([
    { id: 'payout_c', change: 'changed', now: expect.stringContaining('Reference payout_c') },
  ]);
});

it('takes an event by when it occurred, though it is sent again with another time', async () => {
  testing = open();
  const { close, closes, payouts } = testing;
  const { id } = await close();
  const sentAgain = (number: number, created: string | number) => ({
    ...eventOf(number, 'customer.tos.pending', {}, 0),
    created,
    updated: days(20),
    data: { customer: { id: 'customer_1' } },
  });
  payouts.observe(sentAgain(904, at(1)) as never, days(31));
  payouts.observe(sentAgain(905, '2026-12-01T00:30:00+01:00') as never, days(31));
  payouts.observe(sentAgain(906, Date.parse(at(2)) / 1000) as never, days(31));
  payouts.observe(sentAgain(907, days(12)) as never, days(31));
  const found = (await closes.later(id)).events.rows.map(({ id: event }) => event);
  expect(found).toEqual(['event_904', 'event_905', 'event_906']);
});

it.each([true, false])(
  'of a sandbox (%s) counts events of the service’s own tests',
  async (isTest) => {
    testing = open(isTest);
    const { close, closes, payouts } = testing;
    const { id } = await close();
    payouts.observe({ ...eventOf(908, 'payout.failed', {}, 3), mock: true } as never, days(31));
    expect((await closes.later(id)).events.total).toBe(isTest ? 1 : 0);
  },
);

it('opens a close of the form before, and gives the same bytes', async () => {
  testing = open();
  const { closes, sqlite, written } = testing;
  const fixture = new URL(
    '../../../../tests/fixtures/reports/period-close-1.json',
    import.meta.url,
  );
  const { row, content, pdfSha256 } = JSON.parse(readFileSync(fixture, 'utf8'));
  const stored = { ...row, content: JSON.stringify(content) };
  sqlite.run(
    `INSERT INTO period_closes (${Object.keys(stored).join(', ')})
     VALUES (${Object.keys(stored).map((name) => (name === 'snapshot' ? 'unhex(?)' : '?'))})`,
    Object.values(stored),
  );
  expect(closes.list()[0]).toMatchObject({ id: row.id, pdfSha256: null });
  expect(sha256Hex(await written(row.id, 'csv'))).toBe(row.sha256);
  // Stored from now on.
  for (const _time of [1, 2]) expect(sha256Hex(await written(row.id, 'pdf'))).toBe(pdfSha256);
  expect(closes.list()[0]).toMatchObject({ pdfSha256 });
  expect(await closes.later(row.id)).toMatchObject({ payouts: { total: 0 }, others: [] });
});
