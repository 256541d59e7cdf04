/**
 * A bank statement or an export of a block explorer against payouts:
 *
 *     upload ─▶ draft ─▶ reconciliation ─▶ export
 *     bytes     recognised, columns named; in memory alone
 *                        every line kept with what it was matched with and why
 *
 * One line of a reconciliation:
 *
 *     certain, likely ──▶ confirmed        by a person
 *     ambiguous, unmatched ──▶ confirmed   with a payout that a person chose
 *          └──▶ none                       "no payout", with a note
 *     confirmed, none ──▶ as it was matched  (undo)
 */
import { z } from 'zod';
import { payoutAmount } from './payouts.ts';
import { instant } from './scalars.ts';

/** What payouts are compared by: what was paid in, or what was paid out. */
export const reconcileKind = z.enum(['bank', 'chain']);
export type ReconcileKind = z.infer<typeof reconcileKind>;

export const statementFormat = z.enum(['csv', 'camt053', 'mt940']);
export type StatementFormat = z.infer<typeof statementFormat>;

/** What a column of a CSV file can be. */
export const columnUses = [
  'date',
  'valueDate',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'reference',
  'text',
  'party',
  'account',
  'transaction',
  'from',
  'to',
] as const;
export const columnUse = z.enum(columnUses);
export type ColumnUse = z.infer<typeof columnUse>;

/** Which sign parts whole numbers from the rest. */
export const decimalSign = z.enum(['.', ',']);
export type DecimalSign = z.infer<typeof decimalSign>;
export const dateOrder = z.enum(['ymd', 'dmy', 'mdy']);
export type DateOrder = z.infer<typeof dateOrder>;

export const csvMapping = z.strictObject({
  /** Use of each column, in the order of the file; null: not used. */
  columns: z.array(columnUse.nullable()).max(200),
  decimal: decimalSign,
  dates: dateOrder,
  /** Currency of lines that name none; null: a column has to name it. */
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9.]{1,11}$/)
    .nullable(),
});
export type CsvMapping = z.infer<typeof csvMapping>;

export const reconcileId = z.string().regex(/^[0-9a-f]{32}$/);

/** Opening balance and entries against the closing balance of one statement of an account. */
export const balanceCheck = z.object({
  account: z.string().nullable(),
  currency: z.string().nullable(),
  opening: z.string().nullable(),
  closing: z.string().nullable(),
  /** `unknown` where the file names not both balances. */
  result: z.enum(['fits', 'differs', 'unknown']),
  /** Closing balance less what opening balance and entries add up to; null unless it differs. */
  difference: z.string().nullable(),
});
export type BalanceView = z.infer<typeof balanceCheck>;

/** A line as its file tells it. */
const tellingLine = z.object({
  row: z.int().min(1),
  direction: z.enum(['in', 'out']).nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** A day or a moment. */
  booked: z.string().nullable(),
  party: z.string().nullable(),
  text: z.string(),
  references: z.array(z.string()),
  transaction: z.string().nullable(),
});
export type TellingLine = z.infer<typeof tellingLine>;

export const statementDraft = z.object({
  id: reconcileId,
  fileName: z.string(),
  bytes: z.int().min(0),
  format: statementFormat,
  kind: reconcileKind,
  /** Lines that were read; of a CSV file rows below its heading. */
  lines: z.int().min(0),
  notes: z.array(z.string()),
  balances: z.array(balanceCheck),
  /** An earlier reconciliation of the same bytes, the newest. */
  sameFile: z.object({ id: reconcileId, at: instant }).nullable(),
  /** The first lines of CAMT.053 and MT940; none of a CSV file, of which `csv` has the first rows. */
  first: z.array(tellingLine),
  /** null for CAMT.053 and MT940, which say what stands where. */
  csv: z
    .object({
      headings: z.array(z.string()),
      /** First rows, secrets not shown. */
      preview: z.array(z.object({ row: z.int().min(1), cells: z.array(z.string()) })),
      /** Use of each column as the headings tell, or as it was for a file with the same headings. */
      columns: z.array(columnUse.nullable()),
      isRemembered: z.boolean(),
      currency: z.string().nullable(),
      /** The choice of then; null where it is the first file with these headings. */
      decimal: decimalSign.nullable(),
      dates: dateOrder.nullable(),
      /**
       * For each column, the forms in which most of its values can be read. Of several forms a person chooses one.
       * Forms that give the same values count as one, the first, and `alike` names them: such a column decides nothing
       * for others.
       */
      readable: z.array(
        z.object({
          decimals: z.array(decimalSign),
          dates: z.array(dateOrder),
          alike: z.array(z.enum(['decimals', 'dates'])),
        }),
      ),
    })
    .nullable(),
});
export type StatementDraft = z.infer<typeof statementDraft>;

/**
 * - `certain`: matched by more than amount and time, and nothing else fits as well;
 * - `likely`: the best match for both, and other evidence is weak or shared;
 * - `ambiguous`: several fit alike: a person decides;
 * - `other`: money in the other direction, compared with nothing;
 * - `unreadable`: no amount, currency or date could be read;
 * - `confirmed`, `none`: a person said so.
 */
export const lineState = z.enum([
  'confirmed',
  'certain',
  'likely',
  'ambiguous',
  'unmatched',
  'none',
  'other',
  'unreadable',
]);
export type LineState = z.infer<typeof lineState>;

export const evidenceKind = z.enum([
  'transaction',
  'payoutId',
  'reference',
  'depositAccount',
  'wallet',
  'time',
]);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** `value`: what stands in both; of `time` the whole hours between them. */
export const evidence = z.object({ kind: evidenceKind, value: z.string() });
export type Evidence = z.infer<typeof evidence>;

/**
 * Why nothing was matched:
 * - `no-amount`: no payout has this amount and currency;
 * - `no-fit`: some have, and neither account, reference nor time fits;
 * - `amount-differs`: the line names a payout (`named`) whose amount is another;
 * - `contested`: what fits, fits another line better;
 * - `taken`: the payout that fits (`named`) is confirmed for another line;
 * - `all-taken`: all payouts of this amount and currency are.
 */
export const lineReason = z.enum([
  'no-amount',
  'no-fit',
  'amount-differs',
  'contested',
  'taken',
  'all-taken',
]);
export type LineReason = z.infer<typeof lineReason>;

/** A confirmed line of another file that says the same: account, day, amount, references and text. */
export const duplicateLine = z.object({
  id: reconcileId,
  fileName: z.string(),
  row: z.int().min(1),
});
export type DuplicateLine = z.infer<typeof duplicateLine>;

export const matchedPayout = z.object({
  id: z.string(),
  /** Amount of the side that is compared. */
  ...payoutAmount.shape,
  customerName: z.string().nullable(),
  state: z.string(),
  isKnownState: z.boolean(),
  created: instant.nullable(),
  reference: z.string().nullable(),
});
export type MatchedPayout = z.infer<typeof matchedPayout>;

export const reconcileLine = tellingLine.extend({
  state: lineState,
  valued: z.string().nullable(),
  accounts: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Why it can't be read. */
  problem: z.string().nullable(),
  payout: matchedPayout.nullable(),
  /** Why it was matched with that payout; empty where a person chose another one. */
  evidence: z.array(evidence),
  reason: lineReason.nullable(),
  /** ID of the payout that the reason is about. */
  named: z.string().nullable(),
  /** The same entry in another file, it seems; null where there is none, and once it is decided. */
  duplicateOf: duplicateLine.nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** Whether a person chose the payout instead of confirming the match. */
  isChosen: z.boolean(),
  note: z.string(),
});
export type ReconcileLine = z.infer<typeof reconcileLine>;

export const lineDetail = reconcileLine.extend({
  /** Payouts that fit, the best first, at most 10. */
  candidates: z.array(
    z.object({ payout: matchedPayout, score: z.int(), evidence: z.array(evidence) }),
  ),
  candidateCount: z.int().min(0),
  /** That of `named`, as it is now. */
  namedPayout: matchedPayout.nullable(),
});
export type LineDetail = z.infer<typeof lineDetail>;

const sum = z.object({ currency: z.string(), amount: z.string(), count: z.int().min(0) });

export const reconciliation = z.object({
  id: reconcileId,
  kind: reconcileKind,
  format: statementFormat,
  fileName: z.string(),
  sha256: z.string(),
  /**
   *     reading ─▶ matching ⇄ ready      `interrupted`: the program ended meanwhile
   */
  status: z.enum(['reading', 'matching', 'ready', 'interrupted']),
  createdAt: instant,
  createdBy: z.string().nullable(),
  matchedAt: instant.nullable(),
  /** A decision was undone since, which may change what lines match; then `certain` ones are confirmed one by one. */
  isOutdated: z.boolean(),
  /** Days of the first and last line; null where no line has one. */
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  windowDays: z.int(),
  notes: z.array(z.string()),
  balances: z.array(balanceCheck),
  lines: z.int().min(0),
  /** By state; all of them add up to `lines`. */
  states: z.array(
    z.object({
      state: lineState,
      count: z.int().min(0),
      /** By currency; money out of a bank's account counts below zero. */
      totals: z.array(sum),
    }),
  ),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const unmatchedPayouts = z.object({
  rows: z.array(matchedPayout),
  total: z.int().min(0),
  totals: z.array(sum),
  /** In no total: no amount or no currency was found. */
  withoutAmount: z.int().min(0),
  /** Those of the lines: payouts in others are not among these. Empty: payouts in any. */
  currencies: z.array(z.string()),
  /** First of the days before the file that belong to it, because the file before ends earlier. */
  gapFrom: z.string().nullable(),
});
export type UnmatchedPayouts = z.infer<typeof unmatchedPayouts>;

/** A line that a person confirmed for a payout. */
export const confirmedLine = z.object({
  id: reconcileId,
  kind: reconcileKind,
  fileName: z.string(),
  row: z.int().min(1),
  booked: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
});
export type ConfirmedLine = z.infer<typeof confirmedLine>;

/** A line and the payout that a person saw it matched with. */
export const shownMatch = z.strictObject({
  row: z.int().min(1),
  payoutId: z.string().min(1).max(200),
});
export type ShownMatch = z.infer<typeof shownMatch>;

/** All certain lines that a person saw, with their payouts: others have another digest. */
export const shownCertain = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
export type ShownCertain = z.infer<typeof shownCertain>;

export const certainMatches = shownCertain.extend({
  count: z.int().min(0),
  totals: z.array(sum),
  first: z.array(reconcileLine),
});
export type CertainMatches = z.infer<typeof certainMatches>;
