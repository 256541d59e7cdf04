/** When two values mean the same (decisions 27): shared by the check of an answer and by ASKS_FIRST. */
import Big from 'big.js';
import { canonicalNetwork } from '../../../contract/currencies.ts';
import { textOf } from './values.ts';

const evmAddress = /^0x[0-9a-f]{40}$/i;

/** One spelling for currencies, which differ in case alone. */
export const canonicalCurrency = (code: string): string => code.toUpperCase();

/** One spelling for an address: EVM addresses by their bytes, others exactly. */
export const canonicalAddress = (address: string): string =>
  evmAddress.test(address) ? address.toLowerCase() : address;

/** One spelling for an email: without case, composed. */
export const canonicalEmail = (email: string): string =>
  email.trim().toLowerCase().normalize('NFC');

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
export const isSameEmail = equalBy(canonicalEmail);

/** Rates as numbers: `40` and `40.00` are the same. */
export function isSameRate(one: string, other: string): boolean {
  if (one === other) return true;
  const first = rateOf(one);
  const second = rateOf(other);
  return first === null || second === null ? one === other : first.eq(second);
}

/** `path`: JSON Pointer within a virtual account (Interface 2.4). */
export function isSameField(path: string, was: unknown, is: unknown): boolean {
  const one = textOf(was);
  const other = textOf(is);
  return one !== null && other !== null && isSameTexts(path, one, other);
}

function isSameTexts(path: string, was: string, is: string): boolean {
  switch (path) {
    case '/destination/walletAddress':
      return isSameAddress(was, is);
    case '/destination/network':
      return isSameNetwork(was, is);
    case '/destination/currency':
    case '/depositInstructions/currency':
      return isSameCurrency(was, is);
    case '/fees/totalBpsRate':
    case '/fees/integratorFee/bpsRate':
    case '/fees/platformFee/bpsRate':
      return isSameRate(was, is);
    default:
      return false;
  }
}
