import { afterEach, beforeEach, expect, it } from 'vitest';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let payouts: TestPayouts;
beforeEach(() => {
  payouts = openTestPayouts();
});
afterEach(() => payouts.remove());

const record = (id: string, amount: string) => ({
  id: `payout_${id}`,
  created: at(1),
  source: { currency: 'USD', amount },
});

it('counts payouts of test data in the totals, and leaves them out in production', async () => {
  const mock = { ...eventOf(1, 'payout.create', record('a', '1')), mock: true };
  payouts.observe(mock, at(1), 'event-look-up');
  payouts.observe(eventOf(2, 'payout.create', record('b', '2')), at(2));
  const { rows, outcomes } = await payouts.list();
  expect(rows).toMatchObject([{ isMock: false }, { isMock: true }]);
  expect(outcomes.inFlight).toMatchObject({ count: 2, mock: 1, totals: [{ amount: '3' }] });
  expect((await payouts.list({ flag: 'mock' })).rows).toMatchObject([{ id: 'payout_a' }]);
  await payouts.remove();
  payouts = openTestPayouts({ isProduction: true });
  payouts.observe(mock, at(1), 'event-look-up');
  expect((await payouts.list()).total).toBe(0);
});
