/** Values of a record by their JSON Pointers. */
import type { JsonObject } from '../../../../contract/scalars.ts';
import { keysOf } from '../../../core/records/fold.ts';

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
