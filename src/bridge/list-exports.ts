/** Lists as files: what a list shows under its filter, as CSV or XLSX. Get and cancel are with all files (files.ts). */
import { z } from 'zod';
import { listBankAccountsInput } from './bank-accounts.ts';
import { listCustomersInput } from './customers.ts';
import { exportFile } from './exports.ts';
import { listOtherRecordsInput } from './other-records.ts';
import { listPayoutsInput } from './payouts.ts';
import { makesFile } from './procedure.ts';
import { listVirtualAccountsInput } from './virtual-accounts.ts';

const page = { offset: true, limit: true } as const;

/** A list with its filter, order and moment of knowledge. */
export const listedAs = z.discriminatedUnion('list', [
  z.strictObject({
    list: z.literal('customers'),
    query: listCustomersInput.omit(page),
  }),
  z.strictObject({
    list: z.literal('virtual-accounts'),
    query: listVirtualAccountsInput.omit(page),
  }),
  z.strictObject({
    list: z.literal('bank-accounts'),
    query: listBankAccountsInput.omit(page),
  }),
  z.strictObject({
    list: z.literal('payouts'),
    query: listPayoutsInput.omit(page),
  }),
  z.strictObject({
    list: z.literal('other-records'),
    query: listOtherRecordsInput.omit(page),
  }),
  z.strictObject({
    list: z.literal('addresses'),
    /** Part of a label or an address; all where it is empty. */
    search: z.string().max(200).default(''),
  }),
  z.strictObject({
    list: z.literal('webhooks'),
    /** Those that carry it; all without. */
    label: z.string().nullable().default(null),
  }),
]);
export type ListedAs = z.input<typeof listedAs>;

export const listFormats = ['csv', 'xlsx'] as const;

export const listExportsContract = {
  /** Returns at once. INVALID when as many files are written as may be. */
  export: makesFile
    .input(z.strictObject({ listed: listedAs, format: z.enum(listFormats) }))
    .output(exportFile),
};
