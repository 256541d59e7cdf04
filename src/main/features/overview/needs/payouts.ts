/** Payouts that failed, were refunded, or stay in a state from which more is to come. */
import type { NeedItem } from '../../../../bridge/overview.ts';
import { listPayoutsInput, type PayoutRow } from '../../../../bridge/payouts.ts';
import type { Payouts } from '../../payouts/payouts.ts';
import { maxItems, type NeedQuestion, type NeedSource, needItem } from './need-source.ts';

type Kind = 'payoutsFailed' | 'payoutsRefunded' | 'payoutsStuck';

const narrowed: Readonly<Record<Kind, (question: NeedQuestion) => object>> = {
  payoutsFailed: () => ({ states: ['failed'] }),
  payoutsRefunded: () => ({ states: ['refunded'] }),
  payoutsStuck: ({ limits }) => ({ stuckHours: limits.payout }),
};

const itemOf = ({ id, stateSince, customerName, state, in: paidIn }: PayoutRow): NeedItem => ({
  ...needItem(id, stateSince, customerName, [state]),
  ...(paidIn.amount !== null && {
    money: { amount: paidIn.amount, currency: paidIn.currency },
  }),
});

export const payoutsThat = (kind: Kind, payouts: Pick<Payouts, 'list'>): NeedSource => ({
  kind,
  topics: ['payouts', 'customers'],
  hasPast: true,
  async find(question) {
    const query = { ...narrowed[kind](question), sort: 'stateSince', knownAt: question.knownAt };
    const read = (direction: 'ascending' | 'descending', limit: number) =>
      payouts.list(listPayoutsInput.parse({ ...query, direction, limit }));
    const { rows, total, progress } = await read('descending', maxItems);
    const oldest = total > rows.length ? (await read('ascending', 1)).rows : rows.slice(-1);
    return {
      items: rows.map(itemOf),
      count: total,
      // Events that are not gone through yet may tell of more.
      isAtLeast: progress !== null,
      isBeingRead: progress !== null,
      since: oldest[0]?.stateSince ?? null,
    };
  },
});
