/** The procedures of reconciliation: from the pieces of a file to the lines that a person decided. */
import { z } from 'zod';
import { exportFile } from './exports.ts';
import { makesFile, reads, writesHere } from './procedure.ts';
import {
  certainMatches,
  confirmedLine,
  csvMapping,
  lineDetail,
  lineState,
  reconcileId,
  reconcileKind,
  reconcileLine,
  reconciliation,
  shownCertain,
  shownMatch,
  statementDraft,
  unmatchedPayouts,
} from './reconcile.ts';
import { windowDays } from './reconcile-limits.ts';
import { instant, ofProfile, page } from './scalars.ts';

const ofOne = { id: reconcileId };
const ofLine = { ...ofOne, row: z.int().min(1) };
const note = z.string().trim().max(500);
/** null: now. Nothing is decided in the past. */
const knownAt = instant.nullable().default(null);

export const reconcileContract = {
  upload: {
    /** INVALID for a file that is too large. */
    begin: writesHere
      .input(
        z.strictObject({
          ...ofProfile,
          fileName: z.string().min(1).max(255),
          bytes: z.int().min(1),
        }),
      )
      .output(z.object({ uploadId: reconcileId })),
    append: writesHere
      .input(z.strictObject({ uploadId: reconcileId, offset: z.int().min(0), base64: z.base64() }))
      .output(z.object({ received: z.int().min(0) })),
    /** INVALID with a sentence and the line where the file can't be read. */
    finish: writesHere.input(z.strictObject({ uploadId: reconcileId })).output(statementDraft),
  },
  /** NOT_FOUND once it is no longer in memory. */
  draft: reads.input(z.strictObject(ofOne)).output(statementDraft),
  /** Keeps the lines, matches them in the background, and lets go of the draft. */
  start: writesHere
    .input(
      z.strictObject({
        ...ofProfile,
        ...ofOne,
        kind: reconcileKind,
        knownAt,
        /** null for CAMT.053 and MT940. */
        mapping: csvMapping.nullable(),
        windowDays: z.int().min(windowDays.least).max(windowDays.most).default(windowDays.usual),
      }),
    )
    .output(reconciliation),
  /** Newest first. */
  list: reads.output(z.array(reconciliation)),
  /** NOT_FOUND; so are all below. */
  get: reads.input(z.strictObject(ofOne)).output(reconciliation),
  lines: reads
    .input(
      z.strictObject({
        ...ofOne,
        ...page,
        /** Any of these; empty: all. */
        states: z.array(lineState).max(8).default([]),
        /** Words or parts of words of a line; every one must occur. */
        search: z.string().max(200).default(''),
      }),
    )
    .output(z.object({ rows: z.array(reconcileLine), total: z.int().min(0) })),
  line: reads.input(z.strictObject(ofLine)).output(lineDetail),
  /** Payouts created from the first to the last day that no line is matched with. */
  payouts: reads.input(z.strictObject({ ...ofOne, ...page })).output(unmatchedPayouts),
  /** At most one line of a bank and one of a chain. */
  confirmed: reads
    .input(z.strictObject({ payoutId: z.string().min(1).max(200) }))
    .output(z.array(confirmedLine)),
  certain: reads.input(z.strictObject(ofOne)).output(certainMatches),
  /**
   * These lines with the payouts that were shown for them, or all certain ones. INVALID for a line that is
   * matched with another payout or none by now, and of all certain ones where they are not those of the digest
   * or the reconciliation is outdated.
   */
  confirm: writesHere
    .input(
      z.strictObject({
        ...ofProfile,
        ...ofOne,
        knownAt,
        rows: z.union([z.array(shownMatch).min(1).max(200), shownCertain]),
      }),
    )
    .output(z.object({ confirmed: z.int().min(0) })),
  /** INVALID where the payout is confirmed for another line; a payout of another amount needs a note. */
  choose: writesHere
    .input(z.strictObject({ ...ofProfile, ...ofLine, knownAt, payoutId: z.string().min(1), note }))
    .output(lineDetail),
  noPayout: writesHere
    .input(z.strictObject({ ...ofProfile, ...ofLine, knownAt, note: note.min(1) }))
    .output(lineDetail),
  undo: writesHere.input(z.strictObject({ ...ofProfile, ...ofLine, knownAt })).output(lineDetail),
  /** All lines that no person decided, with the payouts of now. */
  matchAgain: writesHere
    .input(z.strictObject({ ...ofProfile, ...ofOne, knownAt }))
    .output(reconciliation),
  /** INVALID while a line of it is decided. */
  remove: writesHere
    .input(z.strictObject({ ...ofProfile, ...ofOne, knownAt }))
    .output(z.object({ removed: z.boolean() })),
  /** All lines and unmatched payouts as CSV. */
  exportCsv: makesFile.input(z.strictObject(ofOne)).output(exportFile),
};
