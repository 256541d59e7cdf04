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

it('knows the deposit accounts of all customers, whether or not they were paid', async () => {
  const ibans = Array.from({ length: 120 }, (_, at) => `DE925001051735123${10_000 + at}`);
  payouts.records.observeAll(
    ibans.map((iban, at) => ({
      ...{ kind: 'virtualAccount', id: `virtualAccount_${at}`, source: 'create-answer' },
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
