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

/** `12,500.75 USD`; the number alone where the currency was not found. */
export const formatMoney = ({ amount, currency }: Money): string =>
  currency === null ? formatNumber(amount) : `${formatNumber(amount)} ${currency}`;
