import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listPayoutsInput } from '../../../bridge/payouts.ts';
import { systemClock } from '../../../platform/clock.ts';
import { payoutsFeature } from './feature.ts';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let test: TestPayouts;
beforeEach(() => {
  test = openTestPayouts();
});
afterEach(() => test.remove());

const account = 'virtualAccount_a';
const pay = (number: number, more: object = {}) =>
  test.observe(
    eventOf(number, 'payout.create', {
      id: `payout_${number}`,
      amount: '5',
      currency: 'USD',
      virtualAccount: account,
      ...more,
    }),
    at(number),
  );
const learn = (kind: 'virtualAccount' | 'customer', id: string, minute: number, body: object) =>
  test.records.observe({ kind, id, body: { ...body }, source: 'import', observedAt: at(minute) });

async function shown(customerId: string, knownAt: string | null = null) {
  const { rows, total, outcomes } = await test.list({ customerId, knownAt });
  expect(total).toBe(rows.length);
  expect(outcomes.inFlight.count).toBe(rows.length);
  for (const row of rows) {
    const { customerId: id, customerName } = await test.payouts.get(row.id, { knownAt });
    expect([id, customerName]).toEqual([row.customerId, row.customerName]);
  }
  return rows.map(({ id, customerName }) => `${id} ${customerName}`).sort();
}

it('is the virtual account’s where events name no customer, whichever came first', async () => {
  learn('customer', 'customer_ada', 0, {
    personalInformation: { firstName: 'Ada', lastName: 'Byron' },
  });
  pay(1);
  pay(2, { customer: 'customer_bo' });
  expect(await shown('customer_ada')).toEqual([]);
  learn('virtualAccount', account, 3, { customerId: 'customer_ada' });
  pay(4);
  expect(await shown('customer_ada')).toEqual(['payout_1 Ada Byron', 'payout_4 Ada Byron']);
  expect(await shown('customer_bo')).toEqual(['payout_2 null']);
  test.reopen();
  expect(await shown('customer_ada')).toEqual(['payout_1 Ada Byron', 'payout_4 Ada Byron']);
  // It turns out to be another one's.
  learn('virtualAccount', account, 5, { customerId: 'customer_cy' });
  expect(await shown('customer_ada')).toEqual([]);
  expect(await shown('customer_cy')).toEqual(['payout_1 null', 'payout_4 null']);
  expect(await shown('customer_ada', at(2))).toEqual([]);
  expect(await shown('customer_ada', at(4))).toEqual(['payout_1 Ada Byron', 'payout_4 Ada Byron']);
  expect(await shown('customer_cy', at(4))).toEqual([]);
});

it('is read again for another customer alone, however often the account is told of', async () => {
  learn('virtualAccount', account, 0, { customerId: 'customer_ada' });
  pay(1);
  pay(2, { customer: 'customer_bo' });
  expect(await shown('customer_ada')).toEqual(['payout_1 null']);
  test.told.length = 0;
  learn('virtualAccount', account, 3, { customerId: 'customer_ada', network: 'base' });
  expect(await shown('customer_ada')).toEqual(['payout_1 null']);
  expect(test.told).toEqual([]);
  learn('virtualAccount', account, 4, { customerId: 'customer_cy' });
  expect(await shown('customer_cy')).toEqual(['payout_1 null']);
  expect(test.told).toEqual([['payout_1']]);
});

it('is in a past view also where the first question was cut off', async () => {
  pay(1);
  learn('virtualAccount', account, 2, { customerId: 'customer_ada' });
  await test.payouts.followed();
  const cut = new AbortController();
  const query = listPayoutsInput.parse({ customerId: 'customer_ada', knownAt: at(5) });
  const read = test.asOf.read.bind(test.asOf);
  test.asOf.read = async (...asked) => {
    cut.abort(new Error('Left.'));
    return await read(...asked);
  };
  await expect(test.payouts.list(query, cut.signal)).rejects.toThrow('Left.');
  expect(await shown('customer_ada', at(5))).toEqual(['payout_1 null']);
});

it('is in a past view what came late and was observed by then', async () => {
  pay(1);
  learn('virtualAccount', account, 2, { customerId: 'customer_cy' });
  learn('customer', 'customer_cy', 2, {
    personalInformation: { firstName: 'Cy', lastName: 'Ray' },
  });
  expect(await shown('customer_cy', at(5))).toEqual(['payout_1 Cy Ray']);
  learn('virtualAccount', account, 4, { customerId: 'customer_ada' });
  expect(await shown('customer_ada', at(5))).toEqual(['payout_1 null']);
  expect(await shown('customer_cy', at(5))).toEqual([]);
  learn('customer', 'customer_ada', 4, {
    personalInformation: { firstName: 'Ada', lastName: 'Byron' },
  });
  expect(await shown('customer_ada', at(5))).toEqual(['payout_1 Ada Byron']);
});

it('is the one of an account that a clock ahead of this one told of', async () => {
  pay(1);
  learn('virtualAccount', account, 20_000, { customerId: 'customer_ada' });
  expect(await test.payouts.latest()).toBe(at(20_000));
  expect(await shown('customer_ada', at(20_000))).toEqual(['payout_1 null']);
});

it('is told to pages when a virtual account comes by itself', async () => {
  pay(1);
  await test.payouts.followed();
  await test.payouts.close();
  const notify = vi.fn();
  const { sqlite, records, asOf } = test;
  const core = { sqlite, records, asOf, clock: systemClock, profile: {}, notify };
  const opened = await payoutsFeature.open(
    ...([core] as unknown as Parameters<typeof payoutsFeature.open>),
  );
  await opened.api.followed();
  // What it wakes itself for on opening is over.
  await delay(400);
  notify.mockClear();
  learn('virtualAccount', account, 2, { customerId: 'customer_ada' });
  opened.onUpdate?.({ topic: 'virtual-accounts', ids: [account] });
  await vi.waitFor(() =>
    expect(notify.mock.calls).toEqual([[{ topic: 'payouts', ids: ['payout_1'] }]]),
  );
  await opened.close?.();
});
