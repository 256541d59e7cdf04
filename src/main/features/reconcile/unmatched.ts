/** Payouts that no line of a reconciliation is matched with. */
import Big from 'big.js';
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import type { UnmatchedPayouts } from '../../../bridge/reconcile.ts';
import type { PayoutFacts } from '../payouts/payout-facts.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { DAY_MS, periodOf, sideOf } from './match-payouts.ts';
import type { StoredReconciliation } from './reconciliations-table.ts';

export interface Unmatched extends Omit<UnmatchedPayouts, 'rows' | 'total'> {
  readonly ids: readonly string[];
}

/** Nothing of them is paid out on a chain. */
const unpaid: readonly string[] = ['failed', 'cancelled', 'refunded'];

/** A longer pause is no weekend. */
const MOST_DAYS = 31;

/**
 * First of the days between the file before and this one: what was created on them stands in neither. null where
 * there is none.
 * @param dayBefore last day of the file before
 */
export function gapBefore(firstDay: string | null, dayBefore: string | null): string | null {
  if (firstDay === null || dayBefore === null) return null;
  const from = Date.parse(dayBefore) + DAY_MS;
  const days = (Date.parse(firstDay) - from) / DAY_MS;
  return days < 1 || days > MOST_DAYS ? null : new Date(from).toISOString().slice(0, 10);
}

/**
 * Payouts of a reconciliation's days, and of `gapFrom` on, that none of its lines is matched with.
 * @param used payouts that lines are matched with
 * @param currencies payouts in other ones could be on none of its lines; empty: in any
 */
export async function unmatchedOf(
  one: StoredReconciliation,
  gapFrom: string | null,
  payouts: Pick<Payouts, 'facts'>,
  used: ReadonlySet<string>,
  currencies: readonly string[],
): Promise<Unmatched> {
  const ids: string[] = [];
  const sums = new Map<string, { amount: Big; count: number }>();
  let withoutAmount = 0;
  const isCompared = ({ currency }: PayoutAmount): boolean =>
    currency === null || currencies.length === 0 || currencies.includes(currency);
  const isWanted = (payout: PayoutFacts): boolean =>
    payout.created !== null &&
    !used.has(payout.id) &&
    isCompared(payout[sideOf(one.kind)]) &&
    (one.kind === 'bank' || !unpaid.includes(payout.state));
  const add = ({ amount, currency }: PayoutAmount): void => {
    if (amount === null || currency === null) {
      withoutAmount += 1;
      return;
    }
    const sum = sums.get(currency) ?? { amount: new Big(0), count: 0 };
    sums.set(currency, { amount: sum.amount.plus(amount), count: sum.count + 1 });
  };
  // Of a file without days there is no period.
  const between =
    one.firstDay === null
      ? { from: 0, to: 0 }
      : periodOf({ firstDay: gapFrom ?? one.firstDay, lastDay: one.lastDay });
  for await (const part of payouts.facts(between)) {
    for (const payout of part.filter(isWanted)) {
      ids.push(payout.id);
      add(payout[sideOf(one.kind)]);
    }
  }
  const totals = [...sums]
    .map(([currency, { amount, count }]) => ({ currency, amount: amount.toFixed(), count }))
    .sort((first, second) => (first.currency < second.currency ? -1 : 1));
  return { ids, totals, withoutAmount, currencies: [...currencies], gapFrom };
}
