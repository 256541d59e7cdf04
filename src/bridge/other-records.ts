/** Wallets, addresses and payment links: the API specification shows no operation for them, so their events alone tell (Interface 1, 2.7). */
import { z } from 'zod';
import { sortColumns } from '../contract/fields.ts';
import { otherKinds } from '../contract/other-kinds.ts';
import { rowAnnotations } from './annotations.ts';
import { columnShape } from './fields.ts';
import { reads } from './procedure.ts';
import { instant, json, knownAt, page, sortDirection } from './scalars.ts';
import { listFacts, sourceView, tellingEvent } from './source.ts';

export const otherKind = z.enum(otherKinds);

export const otherRecordRow = z.object({
  id: z.string(),
  kind: otherKind,
  /** Columns of all kinds; null where the kind has none, or nothing is known. */
  ...columnShape('address'),
  ...columnShape('paymentLink'),
  ...columnShape('wallet'),
  customerName: z.string().nullable(),
  /** The record's own word, else what its newest event is named for; null where neither tells. */
  state: z.string().nullable(),
  lastLearnedAt: instant,
  /** Nothing but what a person entered is known of it. */
  isRecordUnconfirmed: z.boolean(),
  ...rowAnnotations,
});
export type OtherRecordRow = z.infer<typeof otherRecordRow>;

export const otherRecordDetail = otherRecordRow.extend({
  /** Everything that events said of it, in the order of Interface 2.7, whatever its shape; null as it came. */
  fields: z.array(z.object({ field: z.string(), value: z.string().nullable() })),
  /** In the order in which they occurred. */
  eventList: z.array(tellingEvent.extend({ state: z.string() })),
  /** Newest first, at most 100. */
  learned: z.array(sourceView),
  observations: z.int().min(1),
  asReceived: json,
});
export type OtherRecordDetail = z.infer<typeof otherRecordDetail>;

export const listOtherRecordsInput = z.strictObject({
  ...page,
  kind: otherKind,
  /** Words or parts of words of any text in the record, or of the customer's name. */
  search: z.string().max(200).default(''),
  customerId: z.string().nullable().default(null),
  state: z.string().nullable().default(null),
  /** Network of wallets; other kinds have none. */
  network: z.string().nullable().default(null),
  /** A label that people wrote beside it. */
  label: z.string().nullable().default(null),
  /** Sorts by ID where the kind lacks the column. */
  sort: z
    .enum([
      ...sortColumns('wallet'),
      ...sortColumns('address'),
      ...sortColumns('paymentLink'),
      'customerName',
      'state',
      'lastLearnedAt',
    ])
    .default('lastLearnedAt'),
  direction: sortDirection.default('descending'),
  knownAt,
});
export type ListOtherRecordsInput = z.input<typeof listOtherRecordsInput>;

export const otherRecordsContract = {
  list: reads.input(listOtherRecordsInput).output(
    z.object({
      rows: z.array(otherRecordRow),
      ...listFacts,
      /** All that are known, by kind. */
      counts: z.record(otherKind, z.int().min(0)),
      /** Values that occur, for filters. */
      states: z.array(z.string()),
      networks: z.array(z.string()),
      labels: z.array(z.string()),
    }),
  ),
  /** NOT_FOUND where no event of it is known by then. */
  get: reads
    .input(z.strictObject({ kind: otherKind, id: z.string(), knownAt }))
    .output(otherRecordDetail),
};
