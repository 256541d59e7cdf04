/** What of the records a file is compared with, and the certain lines that are confirmed together. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as testingPayouts from '../payouts/testing/open-test-payouts.ts';
import { openTestReconcile, type TestReconcile } from './testing/open-test-reconcile.ts';

const { at, eventOf } = testingPayouts;
let test: TestReconcile;
beforeEach(() => {
  test = openTestReconcile(testingPayouts);
});
afterEach(() => test.remove());

it('knows the deposit accounts of all customers, whether or not they were paid', async () => {
  const ibans = Array.from({ length: 120 }, (_, at) => `DE925001051735123${10_000 + at}`);
  test.payouts.records.observeAll(
    ibans.map((iban, at) => ({
      kind: 'virtualAccount',
      id: `virtualAccount_${at}`,
      source: 'create-answer',
      body: { id: `virtualAccount_${at}`, depositInstructions: { bankAccountNumber: iban } },
      observedAt: '2026-01-01T00:00:00.000Z',
    })),
  );
  test.pay({ id: 'payout_one', more: { virtualAccountId: 'virtualAccount_0' } });
  const { id } = await test.take(
    [0, 119, 99].map((at) => `2026-11-20,100,USD,Transfer to IBAN.${ibans[at] ?? ''},`),
  );
  const lines = await test.all(id);
  expect(lines.map(({ state }) => state)).toEqual(['certain', 'unmatched', 'unmatched']);
  expect(lines.map(({ reason }) => reason)).toEqual([null, 'no-fit', 'no-fit']);
});

it.each([
  ['of one currency', ['2026-11-20,3.33,EUR,,'], ['EUR'], ['payout_eur', 'payout_any']],
  [
    'of two',
    ['2026-11-20,3.33,EUR,,', '2026-11-20,4.44,USD,,'],
    ['EUR', 'USD'],
    ['payout_usd', 'payout_eur', 'payout_any'],
  ],
  [
    'that spells one in its own way',
    ['2026-11-20,3.33,EURO,,', '2026-11-20,4.44,USD,,'],
    [],
    ['payout_usd', 'payout_eur', 'payout_any'],
  ],
  [
    'with a line of which the amount can’t be read',
    ['2026-11-20,3.33,EUR,,', '2026-11-20,4.4O,EUR,,'],
    ['EUR'],
    ['payout_eur', 'payout_any'],
  ],
  [
    'with a line of which no currency is known',
    ['2026-11-20,3.33,EUR,,', '2026-11-20,4.44,,,'],
    [],
    ['payout_usd', 'payout_eur', 'payout_any'],
  ],
])(
  'lists the payouts that a file %s could have a line of',
  async (_what, rows, currencies, left) => {
    test.pay({ id: 'payout_usd', amount: '10.00' });
    test.pay({ id: 'payout_eur', amount: '20.00', currency: 'EUR', minute: 1 });
    const bare = { id: 'payout_any', created: at(2), amountIn: '5' };
    test.payouts.observe(eventOf(900, 'payout.create', bare), at(2));
    const { id } = await test.take(rows);
    const found = await test.api.payouts({ id, offset: 0, limit: 100 });
    expect(found.rows.map((row) => row.id)).toEqual(left);
    expect(found).toMatchObject({ total: left.length, currencies });
  },
);

const november = (day: number, currency: string): string => `2026-11-${day},3.33,${currency},,`;

it.each([
  ['the file before, with no line on a weekend', november(18, 'USD'), '2026-11-19'],
  ['no other file', null, null],
  ['a file of another currency', november(18, 'EUR'), null],
  ['a file that ends on the day before', november(22, 'USD'), null],
  ['a file of long before', '2026-10-01,3.33,USD,,', null],
])('lists payouts of the days since %s', async (_what, before, gapFrom) => {
  test.pay({ id: 'payout_between', amount: '10.00' });
  if (before !== null) await test.take([before]);
  const { id } = await test.take([november(23, 'USD')]);
  const found = await test.api.payouts({ id, offset: 0, limit: 100 });
  expect(found).toMatchObject({ gapFrom, total: gapFrom === null ? 0 : 1 });
});

it('looks for the file before by the currency of each payout', async () => {
  test.pay({ id: 'payout_usd', amount: '10.00' });
  test.pay({ id: 'payout_eur', amount: '20.00', currency: 'EUR' });
  await test.take([november(17, 'USD'), november(18, 'EUR')]);
  await test.take([november(22, 'EUR'), '2026-11-22,1x,,,']);
  const { id } = await test.take([november(23, 'USD'), november(24, 'EUR')]);
  const found = await test.api.payouts({ id, offset: 0, limit: 100 });
  expect(found).toMatchObject({ gapFrom: '2026-11-19', total: 1, rows: [{ id: 'payout_usd' }] });
});

const row = '2026-11-20,100,USD,Deposit payout_one,INV-1001';
const changed = 'changed since you reviewed them';

it('shows the certain lines that are confirmed together, with a digest of all of them', async () => {
  for (let one = 1; one <= 7; one += 1) test.pay({ id: `payout_${one}00`, amount: `${one}.50` });
  const { id } = await test.take(
    Array.from({ length: 7 }, (_, at) => `2026-11-20,${at + 1}.50,USD,Deposit payout_${at + 1}00,`),
  );
  const shown = await test.api.certain(id);
  expect(shown).toMatchObject({
    count: 7,
    totals: [{ currency: 'USD', amount: '31.5', count: 7 }],
    first: [2, 3, 4, 5, 6].map((line) => ({ row: line, payout: { id: `payout_${line - 1}00` } })),
  });
  const order = { id, knownAt: null, rows: { digest: shown.digest } };
  await test.api.confirm({ ...order, rows: [{ row: 5, payoutId: 'payout_400' }] });
  // One less than was seen.
  await expect(test.api.confirm(order)).rejects.toThrow(changed);
  test.api.undo({ id, row: 5, knownAt: null });
  await expect(test.api.confirm(order)).rejects.toThrow('undone since');
  test.api.matchAgain({ id, knownAt: null });
  await test.api.idle();
  expect(await test.api.confirm(order)).toEqual({ confirmed: 7 });
});

it('confirms no line whose payout has another amount by now', async () => {
  test.pay({ id: 'payout_one' });
  const { id } = await test.take([row]);
  const { digest } = await test.api.certain(id);
  test.pay({ id: 'payout_one', amount: '100.01', minute: 5 });
  await test.payouts.payouts.followed();
  const order = { id, knownAt: null };
  expect(await test.api.confirm({ ...order, rows: { digest } })).toEqual({ confirmed: 0 });
  const rows = [{ row: 2, payoutId: 'payout_one' }];
  await expect(test.api.confirm({ ...order, rows })).rejects.toThrow('has another amount now');
  expect(await test.all(id)).toMatchObject([{ state: 'certain', decidedAt: null }]);
});

it('confirms nothing where a line is certain of another payout than was seen', async () => {
  test.pay({ id: 'payout_two', more: { reference: 'INV-1001' } });
  const { id } = await test.take([row]);
  const { digest } = await test.api.certain(id);
  // Of the same amount: count and sum of the certain ones stay as they were.
  test.pay({ id: 'payout_two', amount: '90', minute: 5, more: { reference: 'INV-2002' } });
  test.pay({ id: 'payout_one' });
  test.api.matchAgain({ id, knownAt: null });
  await test.api.idle();
  const [line] = await test.all(id);
  expect(line).toMatchObject({ state: 'certain', payout: { id: 'payout_one' } });
  const order = { id, knownAt: null, rows: { digest } };
  await expect(test.api.confirm(order)).rejects.toThrow(changed);
  expect(await test.all(id)).toMatchObject([{ state: 'certain', decidedAt: null }]);
  expect(await test.confirmCertain(id)).toEqual({ confirmed: 1 });
});
