/** Payouts without a line are those that the file could have a line of. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  at,
  eventOf,
  openTestPayouts,
  type TestPayouts,
} from '../payouts/testing/open-test-payouts.ts';
import { openTestReconcile, type TestReconcile } from './testing/open-test-reconcile.ts';

let payouts: TestPayouts;
let test: TestReconcile;
beforeEach(() => {
  payouts = openTestPayouts();
  test = openTestReconcile(payouts, eventOf, at);
});
afterEach(async () => {
  await test.remove();
  await payouts.remove();
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
    'with a line of which no currency is known',
    ['2026-11-20,3.33,EUR,,', '2026-11-20,4.44,,,'],
    [],
    ['payout_usd', 'payout_eur', 'payout_any'],
  ],
])('of a file %s', async (_what, rows, currencies, left) => {
  test.pay({ id: 'payout_usd', amount: '10.00' });
  test.pay({ id: 'payout_eur', amount: '20.00', currency: 'EUR', minute: 1 });
  const bare = { id: 'payout_any', created: at(2), amountIn: '5' };
  payouts.observe(eventOf(900, 'payout.create', bare), at(2));
  const { id } = await test.take(rows);
  const found = await test.api.payouts({ id, offset: 0, limit: 100 });
  expect(found.rows.map((row) => row.id)).toEqual(left);
  expect(found).toMatchObject({ total: left.length, currencies });
});
