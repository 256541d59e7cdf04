/**
 * Which fields are looked after (contract/fields.ts), and what one says (docs/decisions.md). What moves
 * in the normal course of things is left out: verification, a webhook's health, times.
 */
import { type ChangeKind, type ChangeWeight, changeKind } from '../../../bridge/changes.ts';
import { weights } from '../../../contract/field.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { pointer } from '../../core/records/fold.ts';

export const watchedKinds: readonly ChangeKind[] = changeKind.options;

/** Fields of the resource, the gravest first; all below a field that holds others goes with it. */
const watchedFields = (kind: ChangeKind): ReadonlyMap<string, ChangeWeight> =>
  new Map(
    weights.flatMap((weight) =>
      fieldsOf(kind).flatMap(({ path: [key = ''], uses }) =>
        uses.includes(weight) ? [[key, weight] as const] : [],
      ),
    ),
  );
const watched = {
  customer: watchedFields('customer'),
  virtualAccount: watchedFields('virtualAccount'),
  bankAccount: watchedFields('bankAccount'),
  webhook: watchedFields('webhook'),
};

/** A field with what was said of it: anything but an object with keys. */
export interface Leaf {
  /** JSON Pointer. */
  readonly path: string;
  readonly weight: ChangeWeight;
  readonly value: unknown;
}

/** What a body says of the fields that are looked after. */
export const watchedLeaves = (kind: ChangeKind, body: JsonObject): Leaf[] =>
  [...watched[kind]].flatMap(([field, weight]) =>
    Object.hasOwn(body, field) ? leavesBelow([field], weight, body[field]) : [],
  );

function leavesBelow(keys: readonly string[], weight: ChangeWeight, value: unknown): Leaf[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, part]) =>
      leavesBelow([...keys, key], weight, part),
    );
  }
  return [{ path: pointer(...keys), weight, value: ordered(value) }];
}

/** Lists of the fields above are sets: the order in which they are told means nothing. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value
        .map((item) => ({ item: item as unknown, key: canonicalJson(item) }))
        .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
        .map(({ item }) => item)
    : value;
