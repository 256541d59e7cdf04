/** Payouts that no line of a reconciliation is matched with. */
import Big from 'big.js';
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import type { UnmatchedPayouts } from '../../../bridge/reconcile.ts';
import { instantOf } from '../../core/records/order.ts';
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
 * First of the days between the file before and this one, by currency: what was created on them stands in neither.
 * Currencies without such a day are missing.
 * @param dayBefore last day of the file before, with a line in the currency
 */
export function gapsBefore(
  firstDay: string | null,
  currencies: readonly string[],
  dayBefore: (currency: string) => string | null,
): ReadonlyMap<string, string> {
  const gaps = new Map<string, string>();
  for (const currency of currencies) {
    const from = Date.parse(dayBefore(currency) ?? '') + DAY_MS;
    const days = (Date.parse(firstDay ?? '') - from) / DAY_MS;
    if (days >= 1 && days <= MOST_DAYS)
      gaps.set(currency, new Date(from).toISOString().slice(0, 10));
  }
  return gaps;
}

interface ComparedWith {
  /** Payouts that lines are matched with. */
  readonly used: ReadonlySet<string>;
  /** Payouts in other ones could be on none of its lines; empty: in any. */
  readonly currencies: readonly string[];
  /** As of gapsBefore. */
  readonly gaps: ReadonlyMap<string, string>;
}

/** Payouts of a reconciliation's days, and of those before it that no file has, that none of its lines is matched with. */
export async function unmatchedOf(
  reconciliation: StoredReconciliation,
  payouts: Pick<Payouts, 'facts'>,
  { used, currencies, gaps }: ComparedWith,
): Promise<Unmatched> {
  const gapFrom = [...gaps.values()].sort()[0] ?? null;
  const fromOf = (currency: string | null): number =>
    Date.parse((currency === null ? gapFrom : gaps.get(currency)) ?? reconciliation.firstDay ?? '');
  const ids: string[] = [];
  const sums = new Map<string, { amount: Big; count: number }>();
  let withoutAmount = 0;
  const isCompared = ({ currency }: PayoutAmount): boolean =>
    currency === null || currencies.length === 0 || currencies.includes(currency);
  const isWanted = (payout: PayoutFacts): boolean =>
    (instantOf(payout.created) ?? 0) >= fromOf(payout[sideOf(reconciliation.kind)].currency) &&
    !used.has(payout.id) &&
    isCompared(payout[sideOf(reconciliation.kind)]) &&
    (reconciliation.kind === 'bank' || !unpaid.includes(payout.state));
  const add = ({ amount, currency }: PayoutAmount): void => {
    if (amount === null || currency === null) {
      withoutAmount += 1;
      return;
    }
    const sum = sums.get(currency) ?? { amount: new Big(0), count: 0 };
    sums.set(currency, { amount: sum.amount.plus(amount), count: sum.count + 1 });
  };
  // A file without days has no period.
  const between =
    reconciliation.firstDay === null
      ? { from: 0, to: 0 }
      : periodOf({ firstDay: gapFrom ?? reconciliation.firstDay, lastDay: reconciliation.lastDay });
  for await (const part of payouts.facts(between)) {
    for (const payout of part.filter(isWanted)) {
      ids.push(payout.id);
      add(payout[sideOf(reconciliation.kind)]);
    }
  }
  const totals = [...sums]
    .map(([currency, { amount, count }]) => ({ currency, amount: amount.toFixed(), count }))
    .sort((first, second) => (first.currency < second.currency ? -1 : 1));
  return { ids, totals, withoutAmount, currencies: [...currencies], gapFrom };
}
