/**
 * Whether an amount counts minor units. Only the record says so, by decimals that stand beside the amount:
 * `{"amount": "1250", "decimals": 2}`. Nothing is told from the size of an amount.
 */
import Big from 'big.js';
import { maxDecimals } from '../../../../bridge/payouts.ts';
import { scaleHolders, scaleKeys } from '../../../../contract/payout-fields.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { keysOf } from '../../../core/records/fold.ts';

/** Values of a record by their JSON Pointers. */
export interface Place {
  readonly pointer: string;
  readonly value: string | number;
}

/** Every record is looked at under the same few hundred pointers, so each is taken apart once. */
const MOST_KEPT = 2_000;
const kept = new Map<string, readonly string[]>();

function keptKeys(pointer: string): readonly string[] {
  const known = kept.get(pointer);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const keys = keysOf(pointer);
  kept.set(pointer, keys);
  return keys;
}

/** The value under a JSON Pointer; undefined where it leads nowhere. */
export function valueUnder(body: unknown, pointer: string): unknown {
  let value = body;
  for (const key of keptKeys(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

export const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

export interface Scale {
  readonly decimals: number;
  /** Where the record says so; null: a person did. */
  readonly pointer: string | null;
}

interface FoundScale {
  /** null: main units. */
  readonly scale: Scale | null;
  /** Whether what stands there is one number of decimals, and tells of this amount. */
  readonly isClear: boolean;
  readonly places: readonly Place[];
}

/** Keys of an amount whose object tells of nothing else, so decimals beside it are its own. */
const plainKeys: readonly string[] = ['amount', 'value', 'total'];

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** `sourceAmount`: `sourceAmountDecimals`, `sourceDecimals`, and the same in snake case. */
const ownKeys = (key: string): string[] =>
  scaleKeys.flatMap((word) => [
    `${key}${capitalised(word)}`,
    `${key}_${word}`,
    ...(/amount/i.test(key)
      ? [key.replace('Amount', capitalised(word)).replace('amount', word)]
      : []),
  ]);

const bareKeys: readonly string[] = scaleKeys.flatMap((word) => [
  word,
  ...scaleHolders.map((holder) => `${holder}/${word}`),
]);

function decimalsOf({ pointer, value }: Place): number | null {
  const text = String(value);
  const digits = pointer.toLowerCase().endsWith('exponent') ? text.replace('-', '') : text;
  return /^\d{1,2}$/.test(digits) && Number(digits) <= maxDecimals ? Number(digits) : null;
}

export function scaleBeside(body: JsonObject, pointer: string): FoundScale {
  const end = pointer.lastIndexOf('/');
  const parent = pointer.slice(0, end);
  const key = pointer.slice(end + 1);
  const placesOf = (keys: readonly string[]): Place[] =>
    [...new Set(keys)].flatMap((one) => {
      const value = valueUnder(body, `${parent}/${one}`);
      if (value === undefined || value === null) return [];
      return [{ pointer: `${parent}/${one}`, value: isScalar(value) ? value : '' }];
    });
  const bare = placesOf(bareKeys);
  const isPlain = plainKeys.includes(key);
  const own = placesOf(isPlain ? [...bareKeys, ...ownKeys(key)] : ownKeys(key));
  const [first] = own;
  // Beside `amountIn` and `amountOut`, bare decimals don't say whose they are.
  if (first === undefined) return { scale: null, isClear: bare.length === 0, places: bare };
  const decimals = decimalsOf(first);
  const isClear = decimals !== null && own.every((place) => decimalsOf(place) === decimals);
  return { scale: { decimals: decimals ?? 0, pointer: first.pointer }, isClear, places: own };
}

/** null for a fraction of a minor unit: then the amount and its decimals contradict each other. */
export function inMainUnits(amount: string, decimals: number): string | null {
  if (decimals === 0) return amount;
  return amount.includes('.') ? null : new Big(`${amount}e-${decimals}`).toFixed();
}
