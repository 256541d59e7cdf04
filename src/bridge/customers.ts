/** Customers (Interface 2.1, 4.1). The specification shows no list and no get: what is known is local (decisions 16). */
import { z } from 'zod';
import { createCustomerInput } from '../contract/customer.ts';
import { sortColumns } from '../contract/fields.ts';
import { annotationLimits } from './annotation-limits.ts';
import { rowAnnotations } from './annotations.ts';
import { erasureView } from './erasures.ts';
import { confirmed, writeErrors } from './errors.ts';
import { columnShape } from './fields.ts';
import { reads, writesToService } from './procedure.ts';
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

export const profileStatus = z.object({ name: z.string(), status: z.string() });

export const customerRow = z.object({
  id: z.string(),
  ...columnShape('customer'),
  /** First and last name, else the desk's own, else the email; null when none is known. */
  name: z.string().nullable(),
  /** The name is the desk's own. */
  isOwnName: z.boolean(),
  /** Name and email stand only on what was entered here. */
  isUnconfirmed: z.boolean(),
  profiles: z.array(profileStatus),
  /** Criteria still to be supplied, over all profiles, each counted once. */
  requiredCriteria: z.int().min(0),
  virtualAccounts: z.int().min(0),
  /** Every observation of it was entered by hand: the service never spoke of it here. */
  isRecordUnconfirmed: z.boolean(),
  ...rowAnnotations,
  firstLearnedAt: instant,
  lastLearnedAt: instant,
});
export type CustomerRow = z.infer<typeof customerRow>;

export const verificationProfileView = z.object({
  name: z.string(),
  status: z.string(),
  complete: z.array(z.string()),
  pending: z.array(z.string()),
  required: z.array(z.string()),
  /** `message` is a sentence, or JSON where there is none; `name` says what it is about, if anything does. */
  errors: z.array(z.object({ name: z.string().nullable(), message: z.string() })),
});
export type VerificationProfileView = z.infer<typeof verificationProfileView>;

/** A field with what it stands on. `confirmed` is false for what was only entered here. */
export const knownField = z.object({
  /** Dotted name as the interface spells it: `address.postalCode`. */
  field: z.string(),
  value: z.string(),
  confirmed: z.boolean(),
});

export const customerDetail = customerRow.extend({
  verificationProfiles: z.array(verificationProfileView),
  /** email, phone, address and personalInformation, as far as they are known. */
  fields: z.array(knownField),
  /** The newest erasure of its personal data; null where there was none. */
  erasure: erasureView.nullable(),
  /** Newest first. */
  learned: z.array(sourceView),
  /** The record that the observations add up to, unknown fields and all. */
  asReceived: json,
});
export type CustomerDetail = z.infer<typeof customerDetail>;

export const listCustomersInput = z.strictObject({
  ...page,
  /** Words or parts of words of name, email or id. */
  search: z.string().max(200).default(''),
  type: z.string().nullable().default(null),
  /** Keeps customers that have a profile of this status. */
  profileStatus: z.string().nullable().default(null),
  label: z.string().nullable().default(null),
  ...madePeriod,
  sort: z
    .enum([...sortColumns('customer'), 'name', 'firstLearnedAt', 'lastLearnedAt'])
    .default('firstLearnedAt'),
  direction: sortDirection.default('descending'),
  knownAt,
});
export type ListCustomersInput = z.input<typeof listCustomersInput>;

export const customersContract = {
  list: reads.input(listCustomersInput).output(
    z.object({
      rows: z.array(customerRow),
      ...listFacts,
      /** Values that occur, for the filters. */
      types: z.array(z.string()),
      profileStatuses: z.array(z.string()),
      labels: z.array(z.string()),
    }),
  ),
  get: reads.input(z.object({ id: z.string(), knownAt })).output(customerDetail),
  create: writesToService
    .input(
      z.strictObject({
        intentKey,
        ...ofProfile,
        /** INVALID unless null: nothing is created out of the past. */
        knownAt,
        input: createCustomerInput,
        /** The desk's own name for it: never sent. INVALID for a secret. */
        ownName: z.string().max(annotationLimits.name).default(''),
        confirmed,
      }),
    )
    .output(customerDetail)
    .errors(writeErrors),
};
