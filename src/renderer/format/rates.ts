/** Rates and amounts, exact to the last digit: basis points are never floating-point numbers. */
import Big from 'big.js';

const numeric = /^[0-9]+(\.[0-9]+)?$/;

/** A numeric string as a Big, or null for anything else. */
export const exactNumber = (text: string): Big | null =>
  numeric.test(text) ? new Big(text) : null;

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `9,935.00`: two decimals, more where the amount has more. Nothing is rounded. */
export function formatAmount(amount: Big): string {
  const [whole = '0', fraction = ''] = amount.toFixed().split('.');
  return `${grouped(whole)}.${fraction.padEnd(2, '0')}`;
}

/** `0.40 %` for 40. */
export const percentOf = (bps: Big): string => `${formatAmount(bps.times('0.01'))} %`;

/** `40 bps (0.40 %)`; text that is no number stays as it came. */
export function formatRate(bps: string): string {
  const rate = exactNumber(bps);
  return rate === null ? bps : `${bps} bps (${percentOf(rate)})`;
}

/** `40 bps`: for lists. */
export const shortRate = (bps: string): string => (exactNumber(bps) === null ? bps : `${bps} bps`);

/** What is left of an amount after a fee of so many basis points. Exact; null over 100 %. */
export function afterFee(amount: string, bps: string): Big | null {
  const rate = exactNumber(bps);
  const whole = exactNumber(amount);
  if (rate === null || whole === null || rate.gt(10_000)) return null;
  // Times and not divided by: a division of big.js rounds at the twentieth decimal.
  return whole.times(new Big(10_000).minus(rate)).times('0.0001');
}
