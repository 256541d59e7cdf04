import { afterEach, beforeEach, expect, it } from 'vitest';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let test: TestPayouts;
beforeEach(() => {
  test = openTestPayouts();
});
afterEach(() => test.remove());

const amounts = (knownAt: string | null = null, isMock = false) =>
  Object.fromEntries(
    test.payouts.eventAmounts(
      [1, 2, 3, 4].map((number) => ({ eventId: `event_${number}`, isMock })),
      knownAt,
    ),
  );
const both = {
  source: { amount: '12500.75', currency: 'USD' },
  destination: { amount: '12419.50', currency: 'usdc' },
};

it('are what an event pays out, else what was paid in, and nothing where neither was found', () => {
  test.observe(eventOf(1, 'payout.successful', { id: 'payout_1', ...both }), at(1));
  test.observe(eventOf(2, 'payout.pending', { id: 'payout_1', source: both.source }), at(2));
  test.observe(eventOf(3, 'payout.failed', { id: 'payout_1', total: '7' }), at(3));
  test.observe(eventOf(4, 'wallet.create', both), at(4));
  expect(amounts()).toEqual({
    event_1: { amount: '12419.50', currency: 'USDC' },
    event_2: { amount: '12500.75', currency: 'USD' },
  });
  expect(amounts(at(1))).toEqual({ event_1: { amount: '12419.50', currency: 'USDC' } });
});

it('are read where a person said', async () => {
  test.observe(eventOf(3, 'payout.failed', { id: 'payout_1', total: '7' }), at(3));
  await test.payouts.followed();
  test.payouts.chooseField('amountOut', { pointer: '/total', decimals: null }, null);
  expect(amounts()).toEqual({ event_3: { amount: '7', currency: null } });
  expect(amounts(at(4))).toEqual({});
});

it('of a real event are none of a sample of its ID', () => {
  test.observe(eventOf(1, 'payout.successful', { id: 'payout_1', ...both }), at(1));
  expect(amounts(null, true)).toEqual({});
});
