/**
 * Statements of one customer or virtual account, and closes of a period. A close is stored with what it
 * says and with its PDF, so its files are the same bytes ever after, and what arrived later is named beside
 * it.
 */
import { z } from 'zod';
import { exportFile } from './exports.ts';
import { makesFile, reads, signsOff } from './procedure.ts';
import { instant, knownAt, ofProfile } from './scalars.ts';

/** Whole days of a time zone, both included. INVALID where the zone is unknown or `to` is before `from`. */
export const period = {
  from: z.iso.date(),
  to: z.iso.date(),
  /** IANA name: `Europe/Berlin`. */
  timeZone: z.string().min(1).max(100),
};

export const reportFormat = z.enum(['pdf', 'csv']);
export type ReportFormat = z.infer<typeof reportFormat>;

export const statementSubject = z.strictObject({
  kind: z.enum(['customer', 'virtualAccount']),
  id: z.string().min(1).max(200),
});
export type StatementSubject = z.infer<typeof statementSubject>;

/**
 * What the cells of a column are: exact decimal digits (`amount`) with their currency in the next column,
 * whole numbers, moments as ISO 8601 UTC, months, names of audit actions, or text. Empty: not found.
 */
export const columnKind = z.enum([
  'text',
  'count',
  'amount',
  'currency',
  'moment',
  'month',
  'state',
  'action',
]);
export type ColumnKind = z.infer<typeof columnKind>;

export const reportSection = z.object({
  title: z.string(),
  /** What is counted, and what is not in it. */
  lead: z.string(),
  columns: z.array(z.object({ label: z.string(), kind: columnKind, share: z.number().positive() })),
  rows: z.array(z.array(z.string())),
});
export type ReportSection = z.infer<typeof reportSection>;

/** A section with at most as many rows as a screen needs, and how many there are. */
const shownSection = reportSection.extend({ total: z.int().min(0) });
export type ShownSection = z.infer<typeof shownSection>;

export const periodClose = z.object({
  id: z.string(),
  ...period,
  /** 1 for the first close of these days, 2 for the next one. */
  version: z.int().min(1),
  closedAt: instant,
  /** Its days as moments: from this one on, and before that one. */
  moments: z.object({ from: instant, to: instant }),
  /** Closed before the period ended. */
  isEarly: z.boolean(),
  /** The name that the system knows the person by; null where it knows none. */
  by: z.string().nullable(),
  note: z.string(),
  /** SHA-256 of its CSV file, as 64 hex digits. */
  sha256: z.string(),
  /** SHA-256 of its PDF file; null where it was closed before PDFs were stored, and none was made since. */
  pdfSha256: z.string().nullable(),
  /** Payouts created in the period. */
  payouts: z.int().min(0),
  /** Personal data was erased from it since, so its files are other ones than before. */
  isErased: z.boolean(),
});
export type PeriodClose = z.infer<typeof periodClose>;

/** What is otherwise now than at the close, at most 100 of each by name. A file has all (`laterReport`). */
export const laterArrivals = z.object({
  payouts: z.object({
    total: z.int().min(0),
    rows: z.array(
      z.object({
        id: z.string(),
        customerName: z.string().nullable(),
        /** Not known at the close, changed since, or no longer created in the period. */
        change: z.enum(['new', 'changed', 'gone']),
        /** What differs, as the close has it and as it is now; null where it is not there. */
        before: z.string().nullable(),
        now: z.string().nullable(),
      }),
    ),
  }),
  /** Events that occurred in the period and were received after the close. */
  events: z.object({
    total: z.int().min(0),
    rows: z.array(
      z.object({ id: z.string(), name: z.string(), occurredAt: instant, receivedAt: instant }),
    ),
  }),
  /** Later rows of accounts, gaps, requests and the like: those added since the close, and those that are gone. */
  others: z.array(shownSection),
});
export type LaterArrivals = z.infer<typeof laterArrivals>;

/** Names exactly what a preview says, to the last row. */
const covers = z.string().regex(/^[0-9a-f]{64}$/);

const closeId = z.string().regex(/^[0-9a-f]{32}$/);

export const reportsContract = {
  /** NOT_FOUND for a subject that is not known by then. INVALID for a PDF of more rows than it takes. */
  statement: makesFile
    .input(z.strictObject({ of: statementSubject, ...period, format: reportFormat, knownAt }))
    .output(exportFile),
  /** What a close of the period would say now. */
  preview: reads
    .input(z.strictObject(period))
    .output(z.object({ sections: z.array(shownSection), covers })),
  /** All of it, as a file. */
  previewReport: makesFile
    .input(z.strictObject({ ...period, format: reportFormat }))
    .output(exportFile),
  /** INVALID where the period would say something else by now than the preview, and out of the past. */
  close: signsOff
    .input(
      z.strictObject({
        ...ofProfile,
        ...period,
        covers,
        note: z.string().trim().max(500),
        knownAt,
      }),
    )
    .output(periodClose),
  /** Newest first. */
  closes: reads.output(z.array(periodClose)),
  /** NOT_FOUND for a close that is not there; so are the others. */
  later: reads.input(z.strictObject({ id: closeId })).output(laterArrivals),
  /** All of that, as CSV. */
  laterReport: makesFile.input(z.strictObject({ id: closeId })).output(exportFile),
  /** The same bytes as ever. */
  closeReport: makesFile
    .input(z.strictObject({ id: closeId, format: reportFormat }))
    .output(exportFile),
};
