/** What one body says otherwise than another, field by field. */
import type { FieldChange } from '../../../bridge/timeline.ts';
import { withMaskedNumbers } from '../../../contract/masked-numbers.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { keysOf, pointer } from './fold.ts';

/** Whether two JSON values are the same, whatever the order of their keys. */
export const isSameJson = (left: unknown, right: unknown): boolean =>
  canonicalJson(left) === canonicalJson(right);

/** Whether a text and a number read the same: 65 is “65” (Interface 2.4: rates are strings). */
export const isSameText = (left: unknown, right: unknown): boolean =>
  [left, right].every((value) => typeof value === 'string' || typeof value === 'number') &&
  String(left) === String(right);

/** The changes that a person would read as such. */
export const readableChanges = (fields: readonly FieldChange[]): FieldChange[] =>
  fields.filter(({ was, is }) => !isSameText(was, is));

/**
 * What has to be done to `was` to make it `is`. Objects are compared key by key; everything else,
 * lists too, is one value. Both have to be clean JSON. Paths are JSON Pointers (RFC 6901).
 */
export function fieldChanges(was: JsonObject, is: JsonObject): FieldChange[] {
  return changesBelow([], was, is);
}

function changesBelow(at: readonly string[], was: JsonObject, is: JsonObject): FieldChange[] {
  const gone = Object.keys(was).filter((key) => !Object.hasOwn(is, key));
  return [
    ...Object.keys(is).flatMap((key) => changesAt([...at, key], was, is, key)),
    ...gone.map((key) => change([...at, key], 'removed', was[key], null)),
  ];
}

function changesAt(
  at: readonly string[],
  was: JsonObject,
  is: JsonObject,
  key: string,
): FieldChange[] {
  const next = is[key];
  if (!Object.hasOwn(was, key)) return [change(at, 'added', null, next)];
  const before = was[key];
  if (isJsonObject(before) && isJsonObject(next)) return changesBelow(at, before, next);
  return isSameJson(before, next) ? [] : [change(at, 'changed', before, next)];
}

const change = (
  at: readonly string[],
  kind: FieldChange['kind'],
  was: unknown,
  is: unknown,
): FieldChange => ({
  path: pointer(...at),
  kind,
  // Clean JSON, as the caller has it from a parser.
  was: was as FieldChange['was'],
  is: is as FieldChange['is'],
});

/** The same, with the whole numbers of a bank account masked; `path` leads within that account. */
export const withMaskedValue = (value: unknown, path: string) =>
  withMaskedNumbers(value, keysOf(path)) as FieldChange['was'];

/** A change of a bank account with its whole numbers masked. */
export const withMaskedChange = (change: FieldChange): FieldChange => ({
  ...change,
  was: withMaskedValue(change.was, change.path),
  is: withMaskedValue(change.is, change.path),
});
