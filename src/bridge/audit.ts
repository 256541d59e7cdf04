/** The audit log: every action, append-only, each entry chained to the one before by its hash. */
import { z } from 'zod';
import { reads } from './procedure.ts';
import { instant, json, page } from './scalars.ts';

export const auditEntry = z.object({
  sequence: z.int().min(1),
  at: instant,
  /** Dotted name: `customer.create.sent`, `profile.selected`. */
  action: z.string(),
  /** Ids and facts, never secrets or personal data. */
  facts: json,
  /** SHA-256 over the entry and the hash before it, as 64 hex digits. */
  hash: z.string(),
});

export const auditContract = {
  list: reads.input(z.strictObject({ ...page })).output(
    z.object({
      /** Newest first. */
      rows: z.array(auditEntry),
      total: z.int().min(0),
      /** Sequence of the first entry that does not fit the chain; null when all fit. */
      brokenAt: z.int().nullable(),
    }),
  ),
};
