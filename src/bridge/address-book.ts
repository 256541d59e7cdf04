/** Wallet addresses that are known here: their labels, who uses them, and what looks like them. */
import { z } from 'zod';
import { reads, writesHere } from './procedure.ts';
import { instant, ofProfile, page } from './scalars.ts';

/** Number of an address in this profile's book. */
export const addressId = z.int().min(1);

export const addressRow = z.object({
  id: addressId,
  /** As it was first written here. */
  address: z.string(),
  /** Networks that it was used on, or labelled for. */
  networks: z.array(z.string()),
  label: z.string().nullable(),
  /** Virtual accounts that pay to it, and creates of which nobody knows whether they exist. */
  uses: z.int().min(0),
  /** Customers behind the uses. */
  customers: z.int().min(0),
  firstUse: instant.nullable(),
  lastUse: instant.nullable(),
});
export type AddressRow = z.infer<typeof addressRow>;

export const addressUse = z.object({
  /** A virtual account, or an intent whose outcome is not known. */
  kind: z.enum(['record', 'intent']),
  id: z.string(),
  network: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string().nullable(),
  at: instant,
});
export type AddressUse = z.infer<typeof addressUse>;

/** The most uses that a detail lists. */
export const maxUses = 200;

export const addressDetail = addressRow.extend({
  /** Newest first, at most `maxUses`. */
  recentUses: z.array(addressUse),
  /** Known addresses with the same ends. */
  lookAlikes: z.array(addressRow),
});
export type AddressDetail = z.infer<typeof addressDetail>;

export const addressCheck = z.object({
  /** Exactly what main got, and what a create with the same input sends. */
  network: z.string(),
  address: z.string(),
  /** null when the address is new here. */
  known: addressRow.nullable(),
  /** Known addresses that have the same ends and are not the same. */
  lookAlikes: z.array(addressRow),
});
export type AddressCheck = z.infer<typeof addressCheck>;

const network = z.string().min(1).max(64);
const address = z.string().min(1).max(256);

/** The longest label. */
export const maxLabelLength = 80;

export const addressBookContract = {
  /** Nothing is written. INVALID, without a word of it, for what is a secret. */
  check: reads.input(z.strictObject({ network, address })).output(addressCheck),
  /** Used last first. */
  list: reads
    .input(
      z.strictObject({
        ...page,
        /** Part of a label or an address. */
        search: z.string().max(200).default(''),
        /** Addresses that are right for this network. */
        network: z.string().max(64).nullable().default(null),
        /** Those with a label alone. */
        isLabelled: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        rows: z.array(addressRow),
        total: z.int().min(0),
        known: z.int().min(0),
        asOf: instant.nullable(),
      }),
    ),
  /** NOT_FOUND for a number that no address has. */
  get: reads.input(z.strictObject({ id: addressId })).output(addressDetail),
  /**
   * Names the address, adding it where it is new; an empty label takes the name away. INVALID for a
   * secret, and for what is no address of the network.
   */
  label: writesHere
    .input(
      z.strictObject({ ...ofProfile, network, address, label: z.string().max(maxLabelLength) }),
    )
    .output(addressRow),
};
