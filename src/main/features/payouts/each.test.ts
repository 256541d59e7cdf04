import { expect, it } from 'vitest';
import { listPayoutsInput } from '../../../bridge/payouts.ts';
import { at, eventOf, openTestPayouts } from './testing/open-test-payouts.ts';

it('passes over no payout where one leaves the list between two pages', async () => {
  const payouts = openTestPayouts();
  const observe = (id: number, name: string, minute: number) =>
    payouts.observe(
      eventOf(minute, name, { id: `payout_${id}`, created: at(id), amountIn: '1' }),
      at(minute),
    );
  for (let id = 1; id <= 450; id += 1) observe(id, 'payout.failed', id);
  const asked = listPayoutsInput.parse({
    states: ['failed'],
    sort: 'created',
    direction: 'ascending',
  });
  const pages = payouts.payouts.each(asked);
  expect((await pages.next()).value).toHaveLength(200);
  observe(1, 'payout.refunded', 1000);
  await expect(pages.next()).rejects.toThrow('Payouts changed while they were read');

  const read: string[] = [];
  for await (const rows of payouts.payouts.each(asked)) read.push(...rows.map(({ id }) => id));
  expect([read.length, new Set(read).size, read.at(0)]).toEqual([449, 449, 'payout_2']);
  await payouts.remove();
});

it('ends where the last page is a whole one', async () => {
  const payouts = openTestPayouts();
  for (let id = 1; id <= 200; id += 1)
    payouts.observe(eventOf(id, 'payout.failed', { id: `payout_${id}`, created: at(id) }), at(id));
  const pages: number[] = [];
  for await (const rows of payouts.payouts.each(listPayoutsInput.parse({})))
    pages.push(rows.length);
  expect(pages).toEqual([200]);
  await payouts.remove();
});
