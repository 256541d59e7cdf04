/**
 * Many creates from one file (Interface 4.1, 4.2): customers or virtual accounts.
 *
 *     upload ─▶ draft ─▶ run ─▶ result file
 *     bytes     columns mapped, every row checked; in memory: gone with the program, nothing was sent
 *                        durable before anything is sent; every row is an intent with its own key
 *
 * Notices of topic `bulk` carry the id of the draft or run that changed, a few times a second
 * at most: ask again for what is shown.
 */
import { z } from 'zod';
import { requestFields } from '../contract/fields.ts';
import { instant } from './scalars.ts';

/** What one row of the file becomes. */
export const bulkKind = z.enum(['customer', 'virtualAccount']);
export type BulkKind = z.infer<typeof bulkKind>;

/** An upload, draft or run: 32 hex digits. */
export const bulkId = z.string().regex(/^[0-9a-f]{32}$/);

/** Fields that are sent, in the order of the template. */
export const sentFields = {
  customer: requestFields('customer'),
  virtualAccount: requestFields('virtualAccount'),
};

/** What is kept beside what is created, and never sent. */
export const ownFields = {
  customer: ['ownName', 'reference'],
  virtualAccount: ['reference'],
} as const;

export const bulkField = z.enum([
  ...sentFields.virtualAccount,
  ...sentFields.customer,
  ...ownFields.customer,
]);
export type BulkField = z.infer<typeof bulkField>;

/**
 * Where a row stands before a run:
 * - `ready`: it is sent when the run starts;
 * - `duplicate`: like another row, a record or an intent; left out unless it is included by `include`;
 * - `hidden`: out of sight in the file, by hand or by a filter; left out unless `takeHiddenRows` says
 *   that such rows are sent as the others;
 * - `bad`: it can't be sent as it stands, and is left out.
 */
export const draftCheck = z.enum(['ready', 'duplicate', 'hidden', 'bad']);
export type DraftCheck = z.infer<typeof draftCheck>;

/** What is said of one row. */
export const rowIssue = z.object({
  /** `error` makes the row bad, `duplicate` and `hidden` leave it out unless a person says otherwise. */
  severity: z.enum(['error', 'duplicate', 'hidden', 'warning']),
  /** Which it is, for example `walletAddress.checksum`; a closed list of main's, not for people. */
  code: z.string(),
  /** null where it is about the row as a whole. */
  field: bulkField.nullable(),
  /** Heading of the column in the file; null where there is none. */
  column: z.string().nullable(),
  /** What is wrong and what to do, in plain words. Never repeats a secret. */
  sentence: z.string(),
  /** What a duplicate is like: a row of the file, the id of a record, or the key of an intent. */
  like: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('row'), row: z.int().min(1) }),
      z.object({ kind: z.enum(['record', 'intent']), id: z.string() }),
    ])
    .nullable(),
});
export type RowIssue = z.infer<typeof rowIssue>;

/** What remarks of many rows have in common. */
export const issueKind = z.strictObject({
  code: z.string().max(100),
  /** As in a remark, without what is one row's own: its customer, its address, another row. */
  sentence: z.string().max(1_000),
});
export type IssueKind = z.infer<typeof issueKind>;

/** All remarks of one kind in a list of rows. */
export const duplicateIssues = z.object({
  ...issueKind.shape,
  ...rowIssue.pick({ severity: true, field: true, column: true }).shape,
  /** Rows of which it is said. */
  count: z.int().min(1),
});
export type DuplicateIssues = z.infer<typeof duplicateIssues>;

export const draftRow = z.object({
  /** As the spreadsheet numbers it: the heading is 1, so the first row of data is usually 2. */
  row: z.int().min(1),
  standing: draftCheck,
  /** A duplicate that a person included: it is sent. */
  isIncluded: z.boolean(),
  /** What would be sent or kept, in the order of the template; what holds a secret stands as `(not shown)`. */
  values: z.array(z.object({ field: bulkField, value: z.string() })),
  /** Name of the customer that the row is for, where it is known. */
  customerName: z.string().nullable(),
  remarks: z.array(rowIssue),
  /** Fields that a person corrected here (`correct`): they differ from the file. */
  corrected: z.array(bulkField),
});
export type DraftRow = z.infer<typeof draftRow>;

/** What a person has to confirm once, with its number, before a run starts. */
export const bulkConfirmation = z.object({
  /**
   * - `look-alike`: addresses with the same ends as another that is known, or stands in the file;
   * - `no-checksum`: addresses in a form that carries none, so a wrong character is not noticed;
   * - `off-curve`: as `no-checksum`, and no key can sign for them, so they should belong to a program;
   * - `unchecked-network`: networks that Causeway does not know, whose addresses nobody checked;
   * - `memo`: Stellar wallets, of which many need a memo that the service has no field for;
   * - `high-fee`: integrator fees over 500 basis points;
   * - `no-fee`: rows that name no integrator fee, so none is taken;
   * - `unknown-customer`: rows that name a customer by an id that is not known here;
   * - `hidden-rows`: rows that are hidden in the file, and that a person took in;
   * - `corrected`: rows that a person corrected here, so that they differ from the file;
   * - `duplicates`: duplicates that were included;
   * - `same-file`: rows of a file with the bytes of an earlier run (`sameFile`).
   */
  kind: z.enum([
    'look-alike',
    'no-checksum',
    'off-curve',
    'unchecked-network',
    'memo',
    'high-fee',
    'no-fee',
    'unknown-customer',
    'hidden-rows',
    'corrected',
    'duplicates',
    'same-file',
  ]),
  /** Rows that it concerns, of those that would be sent. */
  count: z.int().min(1),
});
export type BulkConfirmation = z.infer<typeof bulkConfirmation>;

/** A confirmation as it is asked for: the others of its rows are asked for by `drafts.rows`. */
export const bulkQuestion = bulkConfirmation.extend({
  /** The first of its rows, at most three; the name is of the customer, as far as it is known. */
  first: z.array(z.object({ row: z.int().min(1), name: z.string().nullable() })),
});
export type BulkQuestion = z.infer<typeof bulkQuestion>;

/** The first row of a file: names of its columns, or a row to send as the others. */
export const bulkFirstRow = z.enum(['names', 'data']);
export type BulkFirstRow = z.infer<typeof bulkFirstRow>;

/** What becomes of rows that are hidden in the file. */
export const bulkHiddenRows = z.enum(['left-out', 'sent']);
export type BulkHiddenRows = z.infer<typeof bulkHiddenRows>;

/** One column of the file. */
export const bulkColumn = z.object({
  /** Its place in the file, from 0. */
  index: z.int().min(0),
  /** As it stands in the file; empty where it has none, or where the first row is data. */
  heading: z.string(),
  /** The field that it is read as; null: it is not used. */
  field: bulkField.nullable(),
  /** The field that its heading looks like, of one that is not used while no column is read as that; else null. */
  resembles: bulkField.nullable(),
  /** Out of sight in the file: it is read as nothing until a person says otherwise. */
  isHidden: z.boolean(),
  /** First values that are not blank, at most three, cut at 80 characters, secrets not shown. */
  samples: z.array(z.string()),
});
export type BulkColumn = z.infer<typeof bulkColumn>;

export const bulkDraft = z.object({
  id: bulkId,
  kind: bulkKind,
  fileName: z.string(),
  bytes: z.int().min(0),
  /** SHA-256 of the file, lowercase hex. */
  sha256: z.string(),
  format: z.enum(['csv', 'xlsx']),
  /**
   *     reading ─▶ checking ⇄ ready      a change of columns checks again
   *        └─▶ unreadable                `sentence` says why; only `discard` is left
   */
  status: z.enum(['reading', 'checking', 'ready', 'unreadable']),
  /** Rows that are checked, and all of them. */
  done: z.int().min(0),
  total: z.int().min(0),
  sentence: z.string().nullable(),
  /** What was noticed on reading, one sentence each: the character set, formulas, dates, blank rows. */
  notes: z.array(z.string()),
  /** Names of the sheets of an XLSX file, and the one that is read; empty and null for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /**
   * The first row that is not blank, how it is taken, and what it looks like; a person may say what it
   * is by `takeFirstRow`. null until the file is read.
   */
  firstRow: z.object({ row: z.int().min(1), is: bulkFirstRow, looksLike: bulkFirstRow }).nullable(),
  /**
   * Rows below the heading that are hidden in the file, and what becomes of them; a person says it by
   * `takeHiddenRows`. null where there are none.
   */
  hiddenRows: z.object({ count: z.int().min(1), are: bulkHiddenRows }).nullable(),
  columns: z.array(bulkColumn),
  /** Fields that a row needs and no column is read as: nothing can start until they are mapped. */
  missing: z.array(bulkField),
  /** First rows of data as they stand in the file, at most five, cells in the order of `columns`. */
  preview: z.array(z.object({ row: z.int().min(1), cells: z.array(z.string()) })),
  counts: z.object({
    ready: z.int().min(0),
    duplicate: z.int().min(0),
    /** Rows left out because they are hidden in the file. */
    hidden: z.int().min(0),
    bad: z.int().min(0),
    /** Duplicates that were included. */
    included: z.int().min(0),
    /** Rows with a warning, of those that would be sent. */
    warned: z.int().min(0),
    /** Rows that a start would send: `ready` and `included`. */
    toSend: z.int().min(0),
  }),
  /** To be confirmed on start. */
  confirmations: z.array(bulkQuestion),
  /**
   * SHA-256 over the rows that a start would send: their numbers, what is sent, what they repeat and
   * look like. Lowercase hex. A start names it, so that nothing is sent but what was looked at.
   */
  digest: z.string(),
  /** An earlier run of a file with the same bytes, newest; null when there is none. Say it loudly. */
  sameFile: z.object({ runId: bulkId, createdAt: instant }).nullable(),
});
export type BulkDraft = z.infer<typeof bulkDraft>;

/**
 *     running ⇄ paused          by a person, or because the service could not be reached (`cause`)
 *        │        │
 *        ├────────┴──▶ stopped  by a person, or because it came from a backup; what was not sent stays
 *        │                      unsent. Final
 *        ├──▶ interrupted       the program ended in the midst; found on opening, and goes on when a
 *        │                      person says so
 *        └──▶ done              every row has an end
 *
 * A row whose outcome is unknown does not hold up `done`; it is settled by its intent.
 */
export const bulkRunState = z.enum(['running', 'paused', 'interrupted', 'stopped', 'done']);
export type BulkRunState = z.infer<typeof bulkRunState>;

/**
 * - `waiting`: nothing was sent, or nothing reached the service: it comes when the run goes on;
 * - `sending`: journalled, its answer not durable yet;
 * - `created`, `refused`, `unknown`: as the intent (decisions 30); `unknown` is never sent again by
 *   itself, and the row follows its intent when a person settles that;
 * - `unsent`: the run was stopped before it was sent; of a run that came from a backup: as far as is
 *   recorded here;
 * - `left-out`: a bad row or a duplicate of the file that never was part of the run.
 */
export const bulkRowState = z.enum([
  'waiting',
  'sending',
  'created',
  'refused',
  'unknown',
  'unsent',
  'left-out',
]);
export type BulkRowState = z.infer<typeof bulkRowState>;

export const bulkRun = z.object({
  id: bulkId,
  kind: bulkKind,
  fileName: z.string(),
  sha256: z.string(),
  state: bulkRunState,
  createdAt: instant,
  /** Since when it is in its state; of a run that an earlier version left there, since it was created. */
  stateSince: instant,
  /** When its last row came to an end, or it was stopped; null before. */
  endedAt: instant.nullable(),
  /** Why it does not run, for people; null while it runs and when it is done. */
  sentence: z.string().nullable(),
  /**
   * Why it paused: `person`, `restart`, `unreachable`, `token-refused`, `locked`, `no-token`,
   * `not-durable`, `disk-full`, `internal`, `departs` (an answer is not what was sent: an alarm) or another closed cause of the service client; null while
   * it runs and when it is over. `restored`: it was stopped because it came from a backup.
   */
  cause: z.string().nullable(),
  /** Rows of the run; `left-out` is not among them. */
  total: z.int().min(0),
  /** Rows by state. */
  counts: z.object({
    waiting: z.int().min(0),
    sending: z.int().min(0),
    created: z.int().min(0),
    refused: z.int().min(0),
    unknown: z.int().min(0),
    unsent: z.int().min(0),
    leftOut: z.int().min(0),
  }),
  /** Rows that came to an end a second, over the last ten seconds; null unless it runs. */
  perSecond: z.number().min(0).nullable(),
  /** Seconds until the last row, at this rate; null when nothing can be said. */
  secondsLeft: z.int().min(0).nullable(),
  /** The pace in rows a second that the service's refusals taught; null while none refused for it. */
  pacedTo: z.number().min(0).nullable(),
  /** When the service lets go on after it asked to wait (Retry-After); null when it did not. */
  waitsUntil: instant.nullable(),
  /** Attempts that the service refused for being too many, each made again under a new intent. */
  attemptsAgain: z.int().min(0),
  /** Rows that were never sent: without those of which a person said that they were not created. */
  neverSent: z.int().min(0),
  /** Created accounts whose response has a mismatch that nobody has signed off. Show as an alarm. */
  mismatches: z.int().min(0),
  /** IDs of the first of these accounts; of a run of customers, which have no sign-off, of the first customers with a mismatch. */
  departing: z.array(z.string()),
});
export type BulkRun = z.infer<typeof bulkRun>;

export const bulkRunRow = z.object({
  /** Number of the row, as the file has it. */
  row: z.int().min(1),
  state: bulkRowState,
  /**
   * Name of the customer in a record or the file when the file was checked, else the email or customer ID; null where
   * none was there, and for rows that an earlier version sent.
   */
  name: z.string().nullable(),
  /** Values as they were, or would be, sent; for `left-out` the own name and reference alone. */
  values: z.array(z.object({ field: bulkField, value: z.string() })),
  /** Intents of this row, newest first: the later ones came after a refusal for being too many. */
  intentKeys: z.array(z.string()),
  /** Id of what was created. */
  resourceId: z.string().nullable(),
  /** Whether the response has a mismatch that nobody has signed off; a customer’s has no sign-off. Show as an alarm. */
  isDeparting: z.boolean(),
  /** Outcome of the row, or why it was left out; null while there is neither. */
  sentence: z.string().nullable(),
  /** The service's own words. */
  messages: z.array(z.string()),
  requestId: z.string().nullable(),
});
export type BulkRunRow = z.infer<typeof bulkRunRow>;
