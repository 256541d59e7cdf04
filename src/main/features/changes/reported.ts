/**
 * What was told of one resource, observation by observation in the total order, and where one says
 * otherwise than the one before. An absent key says nothing, as in the fold of a record.
 */
import { z } from 'zod';
import { type ChangeKind, changeWeight } from '../../../bridge/changes.ts';
import { observationSource } from '../../../bridge/source.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { isSameJson, isSameText } from '../../core/records/field-changes.ts';
import { type Leaf, watchedLeaves } from './watched.ts';

const position = z.object({
  effectiveAt: z.number(),
  rank: z.number(),
  bodySha256: z.string(),
  observationId: z.string(),
});

/** An observation without its body. */
export const reportedValue = z.object({
  source: observationSource,
  observedAt: z.string(),
  happenedAt: z.string().nullable(),
  eventId: z.string().nullable(),
  /** Its place in the total order. */
  position,
});
export type ReportedValue = z.infer<typeof reportedValue>;

/** The value that each field was told to have, and the last observation that told it. */
export const reportedValues = z.object({
  fields: z.record(
    z.string(),
    z.object({ value: z.unknown(), weight: changeWeight, by: z.string() }),
  ),
  /** By observation id. */
  said: z.record(z.string(), reportedValue),
});
export type ReportedValues = z.infer<typeof reportedValues>;

export const nothingReported: ReportedValues = { fields: {}, said: {} };

/** One field that changed between two observations. */
export interface Change extends Pick<Leaf, 'path' | 'weight'> {
  readonly was: { readonly value: unknown; readonly said: ReportedValue };
  readonly is: { readonly value: unknown; readonly said: ReportedValue };
}

/** Whether two values of a field mean the same, though they are written otherwise. */
export type SameMeaning = (kind: ChangeKind, path: string, was: unknown, is: unknown) => boolean;

export interface Telling {
  readonly kind: ChangeKind;
  readonly body: JsonObject;
  readonly said: ReportedValue;
}

/** Adds the next observation in the order to what was told before it. */
export function addReported(
  before: ReportedValues,
  { kind, body, said: by }: Telling,
  isSameMeaning: SameMeaning,
): { readonly told: ReportedValues; readonly changes: readonly Change[] } {
  const fields = new Map(Object.entries(before.fields));
  const saidBy = { ...before.said, [by.position.observationId]: by };
  const changes: Change[] = [];

  const set = ({ path, weight, value }: Leaf): void => {
    const known = fields.get(path) ?? aboveOf(fields, path);
    if (known !== undefined) {
      const isSame =
        isSameJson(known.value ?? null, value ?? null) ||
        isSameText(known.value, value) ||
        isSameMeaning(kind, path, known.value, value);
      const was = { value: known.value ?? null, said: saidBy[known.by] ?? by };
      if (!isSame) changes.push({ path, weight, was, is: { value: value ?? null, said: by } });
    }
    fields.set(path, { value, weight, by: by.position.observationId });
  };

  for (const leaf of watchedLeaves(kind, body)) {
    const below = [...fields].filter(([path]) => path.startsWith(`${leaf.path}/`));
    // What was an object is one no more: every field of it is gone.
    for (const [path, { weight }] of below) set({ path, weight, value: null });
    if (below.length === 0 || leaf.value !== null) set(leaf);
  }
  return { told: kept(fields, saidBy), changes };
}

/** A field that was told before to be no object is what stands in the place of its parts. */
function aboveOf(fields: ReadonlyMap<string, ReportedValues['fields'][string]>, path: string) {
  let above = path;
  while (above !== '') {
    above = above.slice(0, above.lastIndexOf('/'));
    const known = fields.get(above);
    if (known !== undefined) return { ...known, value: null };
  }
  return undefined;
}

/** Observations that no field stands on any more are let go. */
function kept(
  fields: ReadonlyMap<string, ReportedValues['fields'][string]>,
  saidBy: Readonly<Record<string, ReportedValue>>,
): ReportedValues {
  const needed = new Set([...fields.values()].map(({ by }) => by));
  return {
    fields: Object.fromEntries(fields),
    said: Object.fromEntries(Object.entries(saidBy).filter(([id]) => needed.has(id))),
  };
}
