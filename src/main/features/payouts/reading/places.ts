/** Values of a record by their JSON Pointers. */
import type { JsonObject } from '../../../../contract/scalars.ts';
import { keysOf } from '../../../core/records/fold.ts';

export interface Place {
  readonly pointer: string;
  readonly value: string | number;
}

/** The value under a JSON Pointer; undefined where it leads nowhere. */
export function valueUnder(body: unknown, pointer: string): unknown {
  let value = body;
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

export const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
