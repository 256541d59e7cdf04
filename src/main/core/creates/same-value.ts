/** When two values mean the same (decisions 27): shared by the check of an answer and by ASKS_FIRST. */
import Big from 'big.js';
import { canonicalNetwork } from '../../../contract/currencies.ts';

const evmAddress = /^0x[0-9a-f]{40}$/i;

/** One spelling for currencies, which differ in case alone. */
export const canonicalCurrency = (code: string): string => code.toUpperCase();

/** One spelling for an address: EVM addresses by their bytes, others exactly. */
export const canonicalAddress = (address: string): string =>
  evmAddress.test(address) ? address.toLowerCase() : address;

/** A rate in basis points as an exact number; null when the text is no plain number. */
export const rateOf = (text: string | null): Big | null =>
  text !== null && /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? new Big(text) : null;

const equalBy =
  (canonical: (text: string) => string) =>
  (one: string, other: string): boolean =>
    canonical(one) === canonical(other);

export const isSameCurrency = equalBy(canonicalCurrency);
export const isSameNetwork = equalBy(canonicalNetwork);
export const isSameAddress = equalBy(canonicalAddress);

/** Rates as numbers: `40` and `40.00` are the same. */
export function isSameRate(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [rateOf(one), rateOf(other)];
  return first === null || second === null ? one === other : first.eq(second);
}
