/** Deposit sheets: what a customer is given to pay in by, and whose letterhead stands on it (Interface 2.4). */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { exportFile } from './exports.ts';
import { asks, makesFile, reads } from './procedure.ts';
import { knownAt, ofProfile } from './scalars.ts';
import { listVirtualAccountsInput } from './virtual-accounts.ts';

export const paper = z.enum(['a4', 'letter']);
export type Paper = z.infer<typeof paper>;

export const companyView = z.object({
  /** Empty where none was given. */
  name: z.string(),
  addressLines: z.array(z.string()),
  paper,
  logo: z
    .object({
      /** In pixels. */
      width: z.int().min(1),
      height: z.int().min(1),
      bytes: z.int().min(1),
      /** The picture itself, as an address that a page can show. */
      dataUrl: z.string(),
    })
    .nullable(),
});
export type CompanyView = z.infer<typeof companyView>;

export const companyInput = z.strictObject({
  name: z.string().max(120),
  addressLines: z.array(z.string().max(120)).max(6),
  paper,
});
export type CompanyInput = z.infer<typeof companyInput>;

/** `saved` is null where a person is asked first, in the document as in openedDocument. */
const savedOrAsked = openedDocument.extend({ saved: companyView.nullable() });

/** Virtual accounts of one order at most. */
export const maxSheets = 10_000;

/** Those that the list’s filter lets through, in whatever order. */
export const sheetFilter = listVirtualAccountsInput.omit({
  offset: true,
  limit: true,
  sort: true,
  direction: true,
  knownAt: true,
});

export const sheetSelection = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(maxSheets) }),
  z.strictObject({ filter: sheetFilter }),
]);
export type SheetSelection = z.output<typeof sheetSelection>;
export type SheetSelectionInput = z.input<typeof sheetSelection>;

/** A virtual account that gets no sheet, and why, in sentences. */
export const leftOut = z.object({
  accountId: z.string(),
  customerName: z.string().nullable(),
  reasons: z.array(z.string()),
});

/** The first of those that are left out, and how many there are. */
const leftOutFacts = { leftOut: z.array(leftOut), leftOutTotal: z.int().min(0) };

export const sheetsCheck = z.object({
  /** Virtual accounts of the selection. */
  total: z.int().min(0),
  /** Virtual accounts of the selection that get a sheet. Letters that a PDF can’t show are found while it is made. */
  ready: z.int().min(0),
  /** ID of the first virtual account that gets a sheet; null where none does. */
  first: z.string().nullable(),
  ...leftOutFacts,
});
export type SheetsCheck = z.infer<typeof sheetsCheck>;

/** What a sheet says, in its order. The letterhead stands over it. */
export const sheetPreview = z.object({
  /** Warning on a sandbox's sheet that nobody may pay by it; null in production. */
  test: z.string().nullable(),
  title: z.string(),
  recipient: z.string().nullable(),
  facts: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      lead: z.string(),
      rows: z.array(
        z.object({
          name: z.string(),
          /** Numbers in groups; a wallet address without gaps. */
          value: z.string(),
          kind: z.enum(['text', 'number', 'wallet']),
        }),
      ),
    }),
  ),
  notes: z.array(z.string()),
  foot: z.string(),
});
export type SheetPreview = z.infer<typeof sheetPreview>;

export const sheetsFormat = z.enum(['pdf', 'text', 'csv']);
export type SheetsFormat = z.infer<typeof sheetsFormat>;
/** All in one file, or a zip with a file for each account. */
export const sheetsPacking = z.enum(['one', 'zip']);
export type SheetsPacking = z.infer<typeof sheetsPacking>;

export const sheetsFile = exportFile.extend({ format: sheetsFormat, ...leftOutFacts });
export type SheetsFile = z.infer<typeof sheetsFile>;

export const startSheetsInput = z.strictObject({
  selection: sheetSelection,
  format: sheetsFormat,
  packing: sheetsPacking,
  paper,
  ...ofProfile,
  /** INVALID unless null: what was known once is not handed out. */
  knownAt,
});
export type StartSheetsInput = z.output<typeof startSheetsInput>;

export const depositSheetsContract = {
  company: {
    get: reads.output(companyView),
    /** A person confirms name and address. INVALID for letters that a PDF can’t show. */
    save: asks.input(companyInput).output(savedOrAsked),
    /**
     * PNG or JPEG in base64, which a person confirms; null takes it away. INVALID with why for what is
     * no logo.
     */
    setLogo: asks
      .input(z.strictObject({ base64: z.base64().max(360_000).nullable() }))
      .output(savedOrAsked),
  },
  /** INVALID for more than one order takes. */
  check: reads.input(z.strictObject({ selection: sheetSelection })).output(sheetsCheck),
  /** INVALID with the reasons for an account that gets no sheet, and out of the past. */
  preview: reads.input(z.strictObject({ id: z.string(), knownAt })).output(sheetPreview),
  /** The text for an email. INVALID with the reasons for an account that gets no sheet, and out of the past. */
  text: reads
    .input(z.strictObject({ id: z.string(), knownAt }))
    .output(z.object({ text: z.string() })),
  /** Returns at once; a notice of `files` comes with every step. Stop it with `files.cancel`. */
  start: makesFile.input(startSheetsInput).output(sheetsFile),
  get: reads.input(z.strictObject({ id: z.string() })).output(sheetsFile),
};
