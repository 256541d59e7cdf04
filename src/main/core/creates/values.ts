/**
 * Reading what the service said without trusting its shape: any field may be missing or of another
 * type than the interface says, and is shown as it came all the same.
 */
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';

/** The value under a dotted path; undefined where the path leads nowhere. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Text as it is, anything else as JSON; null for null and for nothing. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const textAt = (body: unknown, path: string): string | null => textOf(valueAt(body, path));

/** A list with every element as text, without nulls; a single value counts as a list of one. */
export function textsAt(body: unknown, path: string): string[] {
  const value = valueAt(body, path);
  const list = Array.isArray(value) ? value : [value];
  return list.map(textOf).filter((text) => text !== null);
}

/** A part of a record: a dotted path and what stands there. */
export interface Leaf {
  readonly field: string;
  readonly value: string;
}

/** Every value inside an object by its dotted path; lists stay whole, nulls are left out. */
export function leavesOf(body: JsonObject, prefix = ''): Leaf[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const field = prefix === '' ? key : `${prefix}.${key}`;
    if (isJsonObject(value)) return leavesOf(value, field);
    const text = textOf(value);
    return text === null ? [] : [{ field, value: text }];
  });
}

/** Named ones first, in the order of the names; then the others as they came. */
export function inOrder<Item extends { readonly field: string }>(
  items: readonly Item[],
  names: readonly string[],
): Item[] {
  const rank = ({ field }: Item) => {
    const place = names.indexOf(field);
    return place < 0 ? names.length : place;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
