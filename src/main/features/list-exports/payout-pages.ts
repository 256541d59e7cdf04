/** Payouts of a list, page by page. */
import type { z } from 'zod';
import type { ListPayoutsOutput, listPayoutsInput } from '../../../bridge/payouts.ts';
import type { Payouts } from '../payouts/payouts.ts';

type PayoutQuery = z.output<typeof listPayoutsInput>;
type PayoutPage = Pick<ListPayoutsOutput, 'rows' | 'total' | 'progress'>;

export type ListedPayouts = Pick<Payouts, 'fieldChoices' | 'followed'> & {
  list(query: PayoutQuery, signal?: AbortSignal): Promise<PayoutPage>;
};

const PAYOUT_TRIES = 3;

/** Pages of payouts with all events that were observed; null where another field was chosen since the first page. */
export function payoutPages(payouts: ListedPayouts, takeIn: () => Promise<void>) {
  const chosen = () => JSON.stringify(payouts.fieldChoices());
  let first = '';
  return async (query: PayoutQuery, signal: AbortSignal): Promise<PayoutPage | null> => {
    const isFirst = query.offset === 0;
    if (isFirst) {
      await takeIn();
      first = chosen();
    }
    for (let attempt = 1; attempt <= PAYOUT_TRIES; attempt += 1) {
      await payouts.followed();
      signal.throwIfAborted();
      const page = await payouts.list(query, signal);
      // What is read since is of now: it changes nothing of a past moment.
      const isWhole = page.progress === null || (query.knownAt !== null && !isFirst);
      if (isWhole) return chosen() === first ? page : null;
    }
    return null;
  };
}
