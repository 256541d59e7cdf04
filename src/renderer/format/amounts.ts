/** Amounts with their currency, exact to the last digit. */
import { exactNumber, formatAmount } from './rates.ts';

export interface Money {
  /** As the service wrote it. */
  readonly amount: string;
  /** null where it was not found. */
  readonly currency: string | null;
}

/** `12,500.75`: grouped, at least two decimals; text that is no number stays as it came. */
export function formatNumber(amount: string): string {
  const minus = amount.startsWith('-') ? '−' : '';
  const value = exactNumber(amount.replace(/^[+-]/, ''));
  return value === null ? amount : `${minus}${formatAmount(value)}`;
}

/** In capitals, whatever the service wrote; what is no plain code stays as it came. */
export const formatCurrency = (code: string): string =>
  /^[a-z]{2,6}$/.test(code) ? code.toUpperCase() : code;

/** `12,500.75 USD`; the number alone where the currency was not found. */
export const formatMoney = ({ amount, currency }: Money): string =>
  currency === null ? formatNumber(amount) : `${formatNumber(amount)} ${formatCurrency(currency)}`;

interface Pair {
  readonly sourceCurrency: string | null;
  readonly destinationCurrency: string | null;
}

/** `USD → USDC`. */
export const formatPair = ({ sourceCurrency, destinationCurrency }: Pair, unknown = '?'): string =>
  [sourceCurrency, destinationCurrency]
    .map((code) => (code === null ? unknown : formatCurrency(code)))
    .join(' → ');
