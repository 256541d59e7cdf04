/** Checks that a statement's entries lead from its opening balance to its closing balance, exactly. */

import Big from 'big.js';
import type { BalanceView } from '../../../../bridge/reconcile.ts';
import type { StatementLine } from './statement-line.ts';

interface Balances {
  readonly account: string | null;
  readonly currency: string | null;
  /** With a sign; null where the file names none. */
  readonly opening: string | null;
  readonly closing: string | null;
}

/** @param lines the booked ones of this statement */
export function checkBalance(
  { opening, closing, ...of }: Balances,
  lines: readonly Pick<StatementLine, 'amount' | 'direction'>[],
): BalanceView {
  if (opening === null || closing === null) {
    return { ...of, opening, closing, result: 'unknown', difference: null };
  }
  const reached = lines.reduce((sum, { amount, direction }) => {
    if (amount === null) return sum;
    return direction === 'out' ? sum.minus(amount) : sum.plus(amount);
  }, new Big(opening));
  const difference = new Big(closing).minus(reached);
  const fits = difference.eq(0);
  return {
    ...of,
    opening,
    closing,
    result: fits ? 'fits' : 'differs',
    difference: fits ? null : difference.toFixed(),
  };
}

/** A balance with its sign. */
export const signed = (amount: string, direction: 'in' | 'out'): string =>
  direction === 'out' && !/^0*(\.0*)?$/.test(amount) ? `-${amount}` : amount;
