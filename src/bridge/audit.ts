/**
 * The audit log: every action, append-only, each entry chained to the one before by its hash. Its head is
 * signed with the installation's key and anchored outside the database.
 */
import { z } from 'zod';
import { exportFile } from './exports.ts';
import { asks, makesFile, reads } from './procedure.ts';
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
export type AuditEntryView = z.output<typeof auditEntry>;

/** An entry has to pass all of it. */
export const auditFilter = z.strictObject({
  /** A kind of audit-labels.ts; null: every kind. */
  kind: z.string().max(40).nullable().default(null),
  /** The name that the system knows a person by. */
  by: z.string().max(200).nullable().default(null),
  /** Entries from `from` on and before `to`; null: no bound. */
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  /** ID of a record, whole. Empty: any. */
  record: z.string().trim().max(200).default(''),
  /** Words of what is shown. Empty: no search. */
  search: z.string().trim().max(200).default(''),
});

export const auditProblem = z.enum(['cut', 'replaced', 'missing', 'unreadable', 'foreign']);
export type AuditProblem = z.infer<typeof auditProblem>;

const anchored = z.object({ sequence: z.int().min(0), at: instant });

export const auditState = z.object({
  entries: z.int().min(0),
  /** The last signed head; null while there is none, or the log does not fit it. */
  head: anchored.extend({ hash: z.string() }).nullable(),
  /** The log does not fit what was anchored of it. */
  alarm: z
    .object({ problem: auditProblem, anchored: anchored.nullable(), found: z.int().min(0) })
    .nullable(),
  /** The last check of every entry since the profile opened. */
  verification: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('running'), done: z.int().min(0), total: z.int().min(0) }),
      z.object({ state: z.literal('intact'), at: instant, entries: z.int().min(0) }),
      /** The first entry that does not fit the chain or is gone. */
      z.object({ state: z.literal('broken'), at: instant, brokenAt: z.int().min(1) }),
      z.object({ state: z.literal('failed'), at: instant }),
    ])
    .nullable(),
  /** Fingerprint of the signing key: 32 hex digits in fours. */
  fingerprint: z.string(),
  /** Who acts here; null where the system knows nobody. */
  person: z.object({ by: z.string(), name: z.string().nullable() }).nullable(),
});
export type AuditState = z.infer<typeof auditState>;

export const auditExportFormat = z.enum(['csv', 'jsonl']);

const path = z.object({ path: z.string().nullable() });

export const auditContract = {
  list: reads.input(z.strictObject({ filter: auditFilter.prefault({}), ...page })).output(
    z.object({
      /** Newest first. */
      rows: z.array(auditEntry),
      /** Entries that pass the filter. */
      total: z.int().min(0),
    }),
  ),
  /** What occurs, for the filter. */
  facets: reads.output(
    z.object({
      kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
      people: z.array(z.object({ by: z.string(), name: z.string().nullable(), count: z.int() })),
    }),
  ),
  state: reads.output(auditState),
  /** Begins to check every entry; a running check goes on. */
  verify: reads.output(auditState),
  export: makesFile
    .input(z.strictObject({ filter: auditFilter.prefault({}), format: auditExportFormat }))
    .output(exportFile),
  /** A person gives the name that stands beside the system's own in what they do. */
  nameYourself: asks.output(path),
  /** A person says why the log does not fit its anchor. INVALID where it does. */
  acceptAlarm: asks.output(path),
};
