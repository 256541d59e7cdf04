import { afterEach, beforeEach, expect, it } from 'vitest';
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
      ...{ id: `payout_${number}`, amount: '5', currency: 'USD', virtualAccount: account },
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
