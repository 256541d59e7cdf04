/** Exact amounts: decimal digits as they came, summed by big.js or as whole and billionths in integers. */
import Big from 'big.js';

/** Longer ones are nobody's money, and big.js would take long over them. */
const MAX_LENGTH = 80;
const plain = /^-?\d+(\.\d+)?$/;
const withExponent = /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/;

/** Decimal digits without exponent, as they came where they are that; null for what is not exactly a number. */
export function decimalOf(value: unknown): string | null {
  // Numbers with more digits than a double holds are texts already (contract/exact-json.ts).
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
  if (plain.test(text)) return text;
  return withExponent.test(text) ? new Big(text).toFixed() : null;
}

export const isSameDecimal = (one: string, other: string): boolean => new Big(one).eq(other);

/** A key by which texts sort as their amounts; negative ones with every digit's complement. */
export function amountSortKey(amount: string): string {
  const text = new Big(amount).toFixed();
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const key = `${String(whole.length).padStart(3, '0')}${whole}.${fraction}`;
  if (!isNegative) return `1${key}`;
  return `0${key.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`;
}

/** Digits before the point and after it that fit integers which a database sums exactly. */
const WHOLE_DIGITS = 11;
const BILLIONTHS = 9;

export interface SplitAmount {
  readonly whole: number;
  /** Fraction in billionths, with the sign of the amount. */
  readonly billionths: number;
}

/** null where it has more digits than fit. Sums of ten million such stay below 2^63. */
export function splitAmount(amount: string): SplitAmount | null {
  const text = new Big(amount).toFixed();
  const sign = text.startsWith('-') ? -1 : 1;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (whole.length > WHOLE_DIGITS || fraction.length > BILLIONTHS) return null;
  return {
    whole: sign * Number(whole),
    billionths: sign * Number(fraction.padEnd(BILLIONTHS, '0')),
  };
}

/** The amount of sums of both parts, as digits. */
export const joinAmount = (whole: string, billionths: string): Big =>
  new Big(whole).plus(new Big(`${billionths}e-${BILLIONTHS}`));
