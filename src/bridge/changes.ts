/**
 * What the service said once and says otherwise now, of fields in which that matters: status,
 * instructions, destination, fees. Flagged until a person signs it off.
 */
import { z } from 'zod';
import { weights } from '../contract/field.ts';
import { reads, signsOff } from './procedure.ts';
import { instant, json, knownAt, ofProfile, page } from './scalars.ts';
import { observationSource } from './source.ts';

export const changeKind = z.enum(['customer', 'virtualAccount', 'bankAccount', 'webhook']);
export type ChangeKind = z.infer<typeof changeKind>;

/**
 * What a change means for money:
 * - `destination`: what is paid in goes somewhere else;
 * - `grave`: where to pay in, what it costs, whose account it is, or where deliveries go;
 * - `notable`: everything else that is looked after.
 */
export const changeWeight = z.enum(weights);
export type ChangeWeight = z.infer<typeof changeWeight>;

/** What was said, by which observation. */
export const changeSide = z.object({
  /** null where the service said that there is none. */
  value: json.nullable(),
  source: observationSource,
  observedAt: instant,
  /** When the service says it was so, where it says. */
  happenedAt: instant.nullable(),
  eventId: z.string().nullable(),
});
export type ChangeSide = z.infer<typeof changeSide>;

export const reportedChangeView = z.object({
  /** 64 hex digits, the same wherever the same was observed. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  kind: changeKind,
  resourceId: z.string(),
  /** Name of the customer, bank account or webhook; null where it is not known. */
  name: z.string().nullable(),
  /** JSON Pointer (RFC 6901). */
  path: z.string(),
  weight: changeWeight,
  /** As it was said last before the change. */
  was: changeSide,
  /** As it was said first after it. */
  is: changeSide,
  /** null while it is open. */
  signedOff: z
    .object({
      at: instant,
      note: z.string(),
      /** Whether it was at this installation of Causeway. */
      isHere: z.boolean(),
    })
    .nullable(),
});
export type ReportedChangeView = z.infer<typeof reportedChangeView>;

export const listChangesInput = z.strictObject({
  ...page,
  kind: changeKind.nullable().default(null),
  resourceId: z.string().nullable().default(null),
  state: z.enum(['open', 'signed-off']).default('open'),
});
export type ListChangesInput = z.input<typeof listChangesInput>;

/** Open ones of everything. */
const openCounts = { open: z.int().min(0), destinations: z.int().min(0) };

export const changesContract = {
  /** The gravest first, then the newest. */
  list: reads
    .input(listChangesInput)
    .output(z.object({ rows: z.array(reportedChangeView), total: z.int().min(0), ...openCounts })),
  /** How many are open, and of which resources, with the gravest weight of each. */
  open: reads.output(
    z.object({
      ...openCounts,
      marks: z.array(z.object({ kind: changeKind, id: z.string(), weight: changeWeight })),
    }),
  ),
  /** INVALID, and nothing is signed off, when one of them is no longer as it was shown. */
  signOff: signsOff
    .input(
      z.strictObject({
        ids: z.array(reportedChangeView.shape.id).min(1).max(500),
        note: z.string().max(500).default(''),
        ...ofProfile,
        knownAt,
      }),
    )
    .output(z.object({ signedOff: z.int().min(0) })),
};
