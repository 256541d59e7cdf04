import { expect, it } from 'vitest';
import type { PayoutQuery, PayoutRow } from '../../../../bridge/payouts.ts';
import type { Payouts } from '../../payouts/payouts.ts';
import type { NeedQuestion } from './need-source.ts';
import { payoutsThat } from './requests.ts';

const question: NeedQuestion = {
  knownAt: null,
  moment: Date.UTC(2026, 10, 21),
  limits: { payout: 12, kyc: 72 },
};
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const row = (hour: number, amount: string | null, currency: string | null) =>
  ({
    id: String(hour),
    stateSince: at(hour),
    customerName: 'Ada Byron',
    state: 'failed',
    in: { amount, currency },
  }) as PayoutRow;

/** `rows` newest first, of `total`. */
function payoutsOf(rows: PayoutRow[], total: number, isBehind = false) {
  const asked: PayoutQuery[] = [];
  const list = async (query: PayoutQuery) => {
    asked.push(query);
    const ordered = query.direction === 'descending' ? rows : [row(1, null, null)];
    return { rows: ordered, total, progress: isBehind ? { done: 1, total: 2 } : null } as Awaited<
      ReturnType<Payouts['list']>
    >;
  };
  return { asked, list };
}

it('are named with the amount that was found, never with a zero', async () => {
  const payouts = payoutsOf([row(3, '12500.75', 'USD'), row(2, '5', null), row(1, null, null)], 3);
  const found = await payoutsThat('payoutsFailed', payouts).find(question);
  expect(found.items.map(({ money }) => money)).toEqual([
    { amount: '12500.75', currency: 'USD' },
    { amount: '5', currency: null },
    undefined,
  ]);
  expect(found.items[0]?.what).toEqual(['failed']);
  expect(found).toMatchObject({ count: 3, since: at(1), isAtLeast: false });
  expect(payouts.asked).toMatchObject([{ states: ['failed'], stuckHours: null }]);
});

it('of more than are read date from the oldest, and are at least so many while events are read', async () => {
  const payouts = payoutsOf([row(3, null, null), row(2, null, null)], 500, true);
  const found = await payoutsThat('payoutsStuck', payouts).find({ ...question, knownAt: at(9) });
  expect(found).toMatchObject({ count: 500, since: at(1), isAtLeast: true, isBeingRead: true });
  expect(payouts.asked[0]).toMatchObject({ states: [], stuckHours: 12, knownAt: at(9) });
});
