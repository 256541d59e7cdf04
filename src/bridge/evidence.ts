/**
 * Evidence packs: what is known of one record or period, in one zip that opens without Causeway and that
 * anybody can check. No secrets are in it.
 */
import { z } from 'zod';
import { exportFile } from './exports.ts';
import { makesFile } from './procedure.ts';
import { period } from './reports.ts';
import { knownAt } from './scalars.ts';

const id = z.string().min(1).max(200);

/** A period goes by when deliveries arrived, requests were stored, and entries were made. */
export const evidenceSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['customer', 'virtualAccount', 'payout', 'event']), id }),
  z.strictObject({ kind: z.literal('period'), ...period }),
]);
export type EvidenceSubject = z.infer<typeof evidenceSubject>;

/**
 * `masked` leaves the structure, IDs, times, amounts and states, and a commitment to every original, which a
 * whole pack opens.
 */
export const personalData = z.enum(['whole', 'masked']);
export type PersonalData = z.infer<typeof personalData>;

export const evidenceContract = {
  /** NOT_FOUND for a subject that is not known by then; INVALID for more than one pack takes. */
  make: makesFile
    .input(z.strictObject({ of: evidenceSubject, personalData, knownAt }))
    .output(exportFile),
};
