/** Bank accounts (Interface 2.5, 4.3): asked for one by one, kept with the history of what changed. */
import { z } from 'zod';
import { sortColumns } from '../contract/fields.ts';
import { rowAnnotations } from './annotations.ts';
import { columnShape } from './fields.ts';
import { looksUp, reads, stops } from './procedure.ts';
import { rawResponse } from './raw-response.ts';
import { instant, json, knownAt, ofProfile, page, sortDirection } from './scalars.ts';
import { listFacts, observationSource, sourceView } from './source.ts';
import { fieldChange } from './timeline.ts';

/**
 * - `customer`: the service says that it belongs to another customer than it was asked for under;
 * - `unmasked`: the service told a whole number, which Interface 2.5 masks.
 */
export const bankAccountMismatch = z.object({
  code: z.enum(['customer', 'unmasked']),
  sentence: z.string(),
});
export type BankAccountMismatch = z.infer<typeof bankAccountMismatch>;

export const bankAccountRow = z.object({
  id: z.string(),
  /** Whole numbers are masked: by the service, else here. */
  ...columnShape('bankAccount'),
  customerName: z.string().nullable(),
  /** Where it is not as it has to be; empty where nothing departs. */
  mismatches: z.array(bankAccountMismatch),
  /** When the service last said that it is there, or that it is not; null when it was never asked. */
  lastCheckedAt: instant.nullable(),
  /** Since when the service says that there is no such bank account; null while it does not. */
  missingSince: instant.nullable(),
  lastLearnedAt: instant,
  /** Nothing but what a person entered is known of it. */
  isRecordUnconfirmed: z.boolean(),
  ...rowAnnotations,
});
export type BankAccountRow = z.infer<typeof bankAccountRow>;

/** What came of asking for it last. */
export const bankAccountCheck = z.object({
  at: instant,
  outcome: z.enum(['found', 'not-found', 'failed']),
  /** What failed, in plain words; null when it was found. */
  sentence: z.string().nullable(),
  /** The service's own messages, word for word. */
  messages: z.array(z.string()),
  requestId: z.string().nullable(),
  /** HTTP status, where there was an answer. */
  status: z.int().nullable(),
  /** What the service answered where it was not found or failed; left out of a round's problems. */
  answer: rawResponse.nullable().default(null),
});
export type BankAccountCheck = z.infer<typeof bankAccountCheck>;

/** One observation that said otherwise than what was known, with those after it that said the same. */
export const bankAccountChange = z.object({
  observationId: z.string(),
  source: observationSource,
  observedAt: instant,
  /** When the service says it was so, where it says. */
  happenedAt: instant.nullable(),
  eventId: z.string().nullable(),
  /** The first one: nothing was known before. */
  isFirst: z.boolean(),
  fields: z.array(fieldChange),
  /** Times it was told again without a change, and when last. */
  confirmed: z.int().min(0),
  lastConfirmedAt: instant.nullable(),
});
export type BankAccountChange = z.infer<typeof bankAccountChange>;

export const bankAccountDetail = bankAccountRow.extend({
  /** Whether numbers stand here as the service told them, because a person asked for that. */
  isWhole: z.boolean(),
  /** Dotted names in the order of Interface 2.5, then any that it does not name. */
  fields: z.array(z.object({ field: z.string(), value: z.string() })),
  /** Customer under whom the service is asked for it; null where none is known. */
  askedUnder: z.string().nullable(),
  lastCheck: bankAccountCheck.nullable(),
  /** Newest first, at most 100. */
  history: z.array(bankAccountChange),
  /** All that there are. */
  changes: z.int().min(0),
  /** Newest first, at most 100. */
  learned: z.array(sourceView),
  observations: z.int().min(1),
  asReceived: json,
});
export type BankAccountDetail = z.infer<typeof bankAccountDetail>;

export const listBankAccountsInput = z.strictObject({
  ...page,
  /** Words or parts of words of bank, holder, customer, id or the visible digits. */
  search: z.string().max(200).default(''),
  customerId: z.string().nullable().default(null),
  status: z.string().nullable().default(null),
  /** A label that people wrote beside it. */
  label: z.string().nullable().default(null),
  sort: z
    .enum([...sortColumns('bankAccount'), 'customerName', 'lastLearnedAt'])
    .default('lastLearnedAt'),
  direction: sortDirection.default('descending'),
  knownAt,
});
export type ListBankAccountsInput = z.input<typeof listBankAccountsInput>;

/** What asking for one brought. */
const lookedUp = z.object({
  id: z.string(),
  wasKnown: z.boolean(),
  /** Fields in which the account differs from what was known; empty when it was not known. */
  fields: z.array(fieldChange),
});

/** A round in which every known bank account is asked for. */
export const refreshView = z.object({
  /** `stopped`: the service could not be reached or did not take the token, so nobody else was asked for. */
  state: z.enum(['running', 'done', 'cancelled', 'stopped']),
  total: z.int().min(0),
  done: z.int().min(0),
  found: z.int().min(0),
  /** Found bank accounts that differ from what was known. */
  changed: z.int().min(0),
  missing: z.int().min(0),
  failed: z.int().min(0),
  /** No customer is known of these, so they can't be asked for. */
  withoutCustomer: z.int().min(0),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** The service asked to slow down: nothing is asked before. */
  waitsUntil: instant.nullable(),
  /** Why it was stopped, in plain words. */
  sentence: z.string().nullable(),
  /** The first 200 that were not found, or not answered for. */
  problems: z.array(z.object({ id: z.string(), check: bankAccountCheck })),
});
export type RefreshView = z.infer<typeof refreshView>;

const moment = { ...ofProfile, knownAt };

export const bankAccountsContract = {
  list: reads.input(listBankAccountsInput).output(
    z.object({
      rows: z.array(bankAccountRow),
      ...listFacts,
      /** Values that occur, for the filter. */
      statuses: z.array(z.string()),
      labels: z.array(z.string()),
    }),
  ),
  /** `whole`: a person asked for the numbers that the service did not mask. */
  get: reads
    .input(z.object({ id: z.string(), knownAt, whole: z.boolean().default(false) }))
    .output(bankAccountDetail),
  /**
   * Asks the service (Interface 4.3) and keeps what comes. INVALID for ids of another form, and
   * unless `knownAt` is null; else in the service's words.
   */
  lookUp: looksUp
    .input(
      z.strictObject({
        customerId: z.string().max(200),
        bankAccountId: z.string().max(200),
        ...moment,
      }),
    )
    .output(lookedUp),
  /** Asks for a known one again, under its customer. As lookUp. */
  refresh: looksUp.input(z.strictObject({ id: z.string().max(200), ...moment })).output(lookedUp),
  /** Returns at once; a notice of `bank-accounts` comes with every step. A second one joins the first. */
  refreshAll: looksUp.input(z.strictObject(moment)).output(refreshView),
  /** The round that runs, or the last one; null when there was none since the profile was opened. */
  refreshState: reads.output(refreshView.nullable()),
  cancelRefresh: stops.output(refreshView.nullable()),
};
