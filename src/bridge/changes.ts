/**
 * What the service said once and says otherwise now, of fields in which that matters: status,
 * instructions, destination, fees. Flagged until a person signs it off.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { commonErrors } from './errors.ts';
import { observationSource } from './learned.ts';
import { instant, json, knownAt, ofProfile, page } from './scalars.ts';

export const driftKind = z.enum(['customer', 'virtualAccount', 'bankAccount', 'webhook']);
export type DriftKind = z.infer<typeof driftKind>;

/**
 * What a change means for money:
 * - `destination`: what is paid in goes somewhere else;
 * - `grave`: where to pay in, what it costs, whose account it is, or where deliveries go;
 * - `notable`: everything else that is looked after.
 */
export const driftWeight = z.enum(['destination', 'grave', 'notable']);
export type DriftWeight = z.infer<typeof driftWeight>;

/** What was said, by which observation. */
export const driftSide = z.object({
  /** null where the service said that there is none. */
  value: json.nullable(),
  source: observationSource,
  observedAt: instant,
  /** When the service says it was so, where it says. */
  happenedAt: instant.nullable(),
  eventId: z.string().nullable(),
});
export type DriftSide = z.infer<typeof driftSide>;

export const driftView = z.object({
  /** 64 hex digits, the same wherever the same was observed. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  kind: driftKind,
  resourceId: z.string(),
  /** Name of the customer, bank account or webhook; null where it is not known. */
  name: z.string().nullable(),
  /** JSON Pointer (RFC 6901). */
  path: z.string(),
  weight: driftWeight,
  /** As it was said last before the change. */
  was: driftSide,
  /** As it was said first after it. */
  is: driftSide,
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
export type DriftView = z.infer<typeof driftView>;

export const listDriftInput = z.strictObject({
  ...page,
  kind: driftKind.nullable().default(null),
  resourceId: z.string().nullable().default(null),
  state: z.enum(['open', 'signed-off']).default('open'),
});
export type ListDriftInput = z.input<typeof listDriftInput>;

/** Open ones of everything. */
const openCounts = { open: z.int().min(0), destinations: z.int().min(0) };

export const driftContract = {
  /** The gravest first, then the newest. */
  list: oc
    .input(listDriftInput)
    .output(z.object({ rows: z.array(driftView), total: z.int().min(0), ...openCounts }))
    .errors(commonErrors),
  /** How many are open, and of which resources, with the gravest weight of each. */
  open: oc
    .output(
      z.object({
        ...openCounts,
        marks: z.array(z.object({ kind: driftKind, id: z.string(), weight: driftWeight })),
      }),
    )
    .errors(commonErrors),
  /** INVALID, and nothing is signed off, when one of them is no longer as it was shown. */
  signOff: oc
    .input(
      z.strictObject({
        ids: z.array(driftView.shape.id).min(1).max(500),
        note: z.string().max(500).default(''),
        ...ofProfile,
        knownAt,
      }),
    )
    .output(z.object({ signedOff: z.int().min(0) }))
    .errors(commonErrors),
};
