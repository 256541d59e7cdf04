/**
 * Entries: what one desk tells another. An entry is a kind and its content; its name is the SHA-256 of both,
 * so the same fact is the same entry wherever and however often it is told. No entry says in which order it
 * came, whose key seals it or which file holds it: a file or a log of a team adds that around it.
 */
import { z } from 'zod';
import { annotatedKind } from '../../../bridge/annotations.ts';
import { changeKind } from '../../../bridge/changes.ts';
import { intentOperation } from '../../../bridge/intents.ts';
import { intentKey } from '../../../bridge/scalars.ts';
import { observationSource } from '../../../bridge/source.ts';
import { resolutionBasis, resolutionOutcome } from '../../../bridge/unresolved.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonObjectValue, jsonText } from '../../../platform/json-column.ts';
import { DEEPEST } from '../../core/foundation/clean-json.ts';
import { byMerging } from '../../core/intents/resolutions.ts';
import { resourceKind } from '../../core/records/observation-rows.ts';

/** Neither canonical JSON nor UTF-8 can hold any other, so it would have no name. */
const isText = (text: string): boolean => text.isWellFormed();
const short = z.string().min(1).max(4_000).refine(isText);
const long = z.string().max(1_000_000).refine(isText);
/** Deeper than what is cleaned ever is (clean-json.ts): walks of it, which recurse, would end in a stack overflow. */
const tooDeep = 2 * DEEPEST;
const isWalked = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < tooDeep && Object.values(value).every((one) => isWalked(one, depth + 1)));
/** A text that is read as JSON wherever it is shown: what could not be read would close the whole list. */
const jsonOf = (shape: z.ZodType) =>
  long.refine((text) => {
    const { success, data } = jsonText.pipe(shape).safeParse(text);
    return success && isWalked(data);
  });
const position = jsonOf(
  z.strictObject({
    effectiveAt: z.number(),
    rank: z.number(),
    bodySha256: z.string(),
    observationId: z.string(),
  }),
);
/** Before the last year there is: after one at its end nothing could be written any more. */
const moment = z.iso
  .datetime()
  .max(40)
  .refine((at) => at < '9999');
/** Empty where that was not kept. */
const sometime = z.union([moment, z.literal('')]);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.nullable();

const observation = z.strictObject({
  kind: resourceKind,
  id: short,
  source: observationSource,
  observedAt: moment,
  happenedAt: maybe(short),
  eventId: maybe(short),
  intentKey: maybe(intentKey),
  deviations: z.array(long).max(10_000),
  /** SHA-256 of the exact bytes, which stay where they are: they may hold secrets. */
  raw: maybe(digest),
  body: jsonObjectValue.refine((body) => isWalked(body)),
});

/** Columns of the kinds that are a row each. */
const rowShapes = {
  request: z.strictObject({
    key: intentKey,
    operation: intentOperation,
    state: z.enum(['created', 'refused', 'not-sent', 'unknown']),
    input: jsonOf(jsonObjectValue),
    fingerprint: maybe(short),
    journalled_at: moment,
    settled_at: maybe(moment),
    resource_id: maybe(short),
    sentence: long,
    messages: jsonOf(z.array(z.string())),
    request_id: maybe(short),
    status: maybe(z.int()),
    cause: maybe(short),
    retry_after_ms: maybe(z.int()),
    repeats: maybe(intentKey),
  }),
  note: z.strictObject({
    note_id: short,
    kind: annotatedKind,
    id: short,
    text: long,
    written_at: moment,
  }),
  displayName: z.strictObject({ customer_id: short, name: long, named_at: moment }),
  /** Empty took it away. */
  reference: z.strictObject({
    kind: annotatedKind,
    id: short,
    reference: z.string().max(4_000),
    written_at: sometime,
  }),
  /** `folded` says which label; an empty text took it away. */
  label: z.strictObject({
    kind: annotatedKind,
    id: short,
    folded: short,
    label: z.string().max(4_000),
    written_at: sometime,
  }),
  /** Label of an address in the address book; an empty one took it away. */
  addressLabel: z.strictObject({
    network: short,
    address: short,
    label: z.string().max(4_000),
    written_at: sometime,
  }),
  mismatchSignOff: z.strictObject({
    virtual_account_id: short,
    digest: short,
    note: long,
    cleared_at: moment,
  }),
  changeSignOff: z.strictObject({
    kind: changeKind,
    id: short,
    path: z.string().max(500),
    was: jsonOf(z.unknown()),
    is_now: jsonOf(z.unknown()),
    from_position: position,
    to_position: position,
    at: moment,
    desk: short,
    note: long,
  }),
} as const;

const resolution = z
  .strictObject({
    intent_key: intentKey,
    verdict: resolutionOutcome,
    resource_id: maybe(short),
    how: resolutionBasis,
    settled_by: short.refine((by) => by !== byMerging),
    settled_at: moment,
    /** Entries that it takes the place of: those that were the last where it was written. Sorted. */
    follows: z.array(digest).max(1_000),
  })
  .refine(({ verdict, resource_id }) => (verdict === 'exists') === (resource_id !== null));

/** As the table `erasures` has it. A person decides whether it is carried out where it comes. */
const erasure = z.strictObject({
  customer_id: short,
  at: moment,
  erased_by: maybe(short),
  reason: long,
  lifted_at: maybe(moment),
  lifted_by: maybe(short),
  lift_reason: maybe(long),
});

export type RowKind = keyof typeof rowShapes;
export type ResolutionContent = z.infer<typeof resolution>;
export type ErasureContent = z.infer<typeof erasure>;

export interface RowTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns that name the record it is about: its kind, unless that is always this one, and ID. */
  readonly about: { readonly kind: string | { readonly is: string }; readonly id: string };
  /** When it was written. */
  readonly at: string;
  /** Columns of which an erasure leaves less. */
  readonly reduced: readonly string[];
}

const columnsOf = (what: RowKind): readonly string[] => Object.keys(rowShapes[what].shape);

export const rowTables: Readonly<Record<RowKind, RowTable>> = {
  request: {
    table: 'intents',
    columns: columnsOf('request'),
    at: 'journalled_at',
    about: { kind: { is: 'request' }, id: 'key' },
    reduced: [],
  },
  note: {
    table: 'annotation_notes',
    columns: columnsOf('note'),
    at: 'written_at',
    about: { kind: 'kind', id: 'id' },
    reduced: ['text'],
  },
  displayName: {
    table: 'customer_own_names',
    columns: columnsOf('displayName'),
    at: 'named_at',
    about: { kind: { is: 'customer' }, id: 'customer_id' },
    reduced: ['name'],
  },
  reference: {
    table: 'annotation_reference_versions',
    columns: columnsOf('reference'),
    at: 'written_at',
    about: { kind: 'kind', id: 'id' },
    reduced: ['reference'],
  },
  label: {
    table: 'annotation_label_versions',
    columns: columnsOf('label'),
    at: 'written_at',
    about: { kind: 'kind', id: 'id' },
    reduced: ['folded', 'label'],
  },
  addressLabel: {
    table: 'address_labels',
    columns: columnsOf('addressLabel'),
    at: 'written_at',
    about: { kind: { is: 'address' }, id: 'address' },
    reduced: ['label'],
  },
  mismatchSignOff: {
    table: 'mismatch_clearances',
    columns: columnsOf('mismatchSignOff'),
    at: 'cleared_at',
    about: { kind: { is: 'virtualAccount' }, id: 'virtual_account_id' },
    reduced: ['note'],
  },
  changeSignOff: {
    table: 'drift_sign_offs',
    columns: columnsOf('changeSignOff'),
    at: 'at',
    about: { kind: 'kind', id: 'id' },
    reduced: ['was', 'is_now', 'note'],
  },
};

const publicKey = z.string().regex(/^[0-9a-f]{64}$/);
/** Public keys of the computers that it is from, sorted. */
const from = z.array(publicKey).min(1).max(1_000);
const rowEntry = <Kind extends RowKind>(what: Kind) =>
  z.strictObject({ what: z.literal(what), from, content: rowShapes[what] });

export const entryShape = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('observation'), from, content: observation }),
  z.strictObject({ what: z.literal('resolution'), from, content: resolution }),
  z.strictObject({ what: z.literal('erasure'), from, content: erasure }),
  rowEntry('request'),
  rowEntry('note'),
  rowEntry('displayName'),
  rowEntry('reference'),
  rowEntry('label'),
  rowEntry('addressLabel'),
  rowEntry('mismatchSignOff'),
  rowEntry('changeSignOff'),
]);
export type Entry = z.infer<typeof entryShape>;
export type RowEntry = Extract<Entry, { readonly what: RowKind }>;

/** An entry's name. That of an observation is its own: it is made of all its content, too. */
export const entryId = (what: Exclude<Entry['what'], 'observation'>, content: object): string =>
  sha256Hex(canonicalJson({ what, content }));
