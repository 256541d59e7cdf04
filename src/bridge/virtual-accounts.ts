/** Virtual accounts (Interface 2.4, 4.2). Known from the create response alone (decisions 19). */
import { z } from 'zod';
import { sortColumns } from '../contract/fields.ts';
import { createVirtualAccountInput } from '../contract/virtual-account.ts';
import { rowAnnotations } from './annotations.ts';
import { confirmed, writeErrors } from './errors.ts';
import { columnShape } from './fields.ts';
import { reads, signsOff, writesToService } from './procedure.ts';
import {
  instant,
  intentKey,
  json,
  knownAt,
  madePeriod,
  ofProfile,
  page,
  sortDirection,
} from './scalars.ts';
import { listFacts, sourceView } from './source.ts';

export const virtualAccountRow = z.object({
  id: z.string(),
  ...columnShape('virtualAccount'),
  customerName: z.string().nullable(),
  /**
   * The answer departs from what was sent (decisions 27), or its fees do not add up (decisions 21),
   * and nobody has cleared that up.
   */
  hasMismatch: z.boolean(),
  /** Every observation of it was entered by hand: the service never spoke of it here. */
  isRecordUnconfirmed: z.boolean(),
  ...rowAnnotations,
  lastLearnedAt: instant,
});
export type VirtualAccountRow = z.infer<typeof virtualAccountRow>;

/** Where the answer departs from what was sent, or from itself. */
export const mismatch = z.object({
  field: z.string(),
  sent: z.string().nullable(),
  received: z.string().nullable(),
  sentence: z.string(),
});
export type Mismatch = z.infer<typeof mismatch>;

/** What a person said when the departures were cleared up with the service. */
export const signOff = z.object({ note: z.string(), at: instant });
export type SignOff = z.infer<typeof signOff>;

export const virtualAccountDetail = virtualAccountRow.extend({
  /** In the order of Interface 2.4, then any that it does not name. */
  depositInstructions: z.array(z.object({ field: z.string(), value: z.string() })),
  mismatches: z.array(mismatch),
  /** Names these very departures, for `signOffMismatch`. */
  mismatchDigest: z.string(),
  /** null while they stand: nothing shall be paid in to this account. */
  clearance: signOff.nullable(),
  learned: z.array(sourceView),
  asReceived: json,
});
export type VirtualAccountDetail = z.infer<typeof virtualAccountDetail>;

export const listVirtualAccountsInput = z.strictObject({
  ...page,
  search: z.string().max(200).default(''),
  customerId: z.string().nullable().default(null),
  /** Destination currency. */
  currency: z.string().nullable().default(null),
  network: z.string().nullable().default(null),
  label: z.string().nullable().default(null),
  ...madePeriod,
  sort: z.enum([...sortColumns('virtualAccount'), 'customerName']).default('created'),
  direction: sortDirection.default('descending'),
  knownAt,
});
export type ListVirtualAccountsInput = z.input<typeof listVirtualAccountsInput>;

/** What a person read and confirmed of the wallet and the fee before they are sent. */
export const addressReview = {
  /**
   * The address that main answered for the review (`addressBook.check`) and the person read, whole.
   * INVALID, and nothing sent, when it is not the one to be sent, or null.
   */
  reviewedAddress: z.string().max(256).nullable().default(null),
  /**
   * Keys of what was confirmed (contract/addresses/confirmations.ts): INVALID (`not-confirmed`), with
   * what is missing, and nothing sent, unless all that are needed are among them.
   */
  confirmations: z.array(z.string().max(1_000)).max(20).default([]),
};

export const virtualAccountsContract = {
  list: reads.input(listVirtualAccountsInput).output(
    z.object({
      rows: z.array(virtualAccountRow),
      ...listFacts,
      currencies: z.array(z.string()),
      networks: z.array(z.string()),
      labels: z.array(z.string()),
    }),
  ),
  get: reads.input(z.object({ id: z.string(), knownAt })).output(virtualAccountDetail),
  create: writesToService
    .input(
      z.strictObject({
        intentKey,
        ...ofProfile,
        /** INVALID unless null: nothing is created out of the past. */
        knownAt,
        input: createVirtualAccountInput,
        /** The person was shown what is alike and goes on (ASKS_FIRST). */
        confirmed,
        ...addressReview,
      }),
    )
    .output(virtualAccountDetail)
    .errors(writeErrors),
  /**
   * A person cleared the departures up with the service and says how. INVALID where they are other
   * ones by now than `digest` names, and out of the past.
   */
  signOffMismatch: signsOff
    .input(
      z.strictObject({
        id: z.string(),
        ...ofProfile,
        digest: z.string(),
        note: z.string().trim().min(1).max(500),
        knownAt,
      }),
    )
    .output(virtualAccountDetail),
};
