/** The procedures of bulk runs: from the pieces of a file to the file of its results. */
import { z } from 'zod';
import {
  bulkConfirmation,
  bulkDraft,
  bulkField,
  bulkFirstRow,
  bulkHiddenRows,
  bulkId,
  bulkKind,
  bulkRowState,
  bulkRun,
  bulkRunRow,
  draftCheck,
  draftRow,
  duplicateIssues,
  issueKind,
} from './bulk.ts';
import { uploadChunkBytes } from './bulk-limits.ts';
import { writeErrors } from './errors.ts';
import { exportFile } from './exports.ts';
import { reads, stops, writesHere, writesToService } from './procedure.ts';
import { knownAt, ofProfile, page } from './scalars.ts';

/** What a file to keep is made of. */
export const bulkFileSubject = z.discriminatedUnion('what', [
  /** Headings as the interface names them, an example row, and notes. */
  z.strictObject({ what: z.literal('template'), kind: bulkKind }),
  /** Row, column and reason of every remark of a draft. */
  z.strictObject({ what: z.literal('problems'), draftId: bulkId }),
  /** Every row of the file: its state, ids, deposit instructions, and reason. Also in the midst of a run. */
  z.strictObject({ what: z.literal('result'), runId: bulkId }),
  /** The rows of a run that were never sent, as a file that may be sent. INVALID while it may go on, and for none. */
  z.strictObject({ what: z.literal('unsent'), runId: bulkId }),
]);
export type BulkFileSubject = z.infer<typeof bulkFileSubject>;

const byId = z.strictObject({ id: bulkId });
const inProfile = byId.extend(ofProfile);

export const bulkContract = {
  upload: {
    /**
     * Announces a file of so many bytes. INVALID when it is too large or its name ends in neither
     * `.csv`, `.tsv`, `.txt` nor `.xlsx`. An upload that stands still for ten minutes is forgotten.
     */
    begin: writesHere
      .input(
        z.strictObject({
          kind: bulkKind,
          fileName: z.string().min(1).max(255),
          bytes: z.int().min(1),
          ...ofProfile,
        }),
      )
      .output(z.object({ uploadId: bulkId })),
    /** The next bytes, at most `uploadChunkBytes`, as base64, at the offset that was reached. */
    append: writesHere
      .input(
        z.strictObject({
          uploadId: bulkId,
          offset: z.int().min(0),
          base64: z.base64().max(Math.ceil(uploadChunkBytes / 3) * 4),
        }),
      )
      .output(z.object({ received: z.int().min(0) })),
    /** Makes a draft of what came. Returns at once with `reading`; notices tell of the progress. */
    finish: writesHere.input(z.strictObject({ uploadId: bulkId })).output(bulkDraft),
  },
  drafts: {
    /** NOT_FOUND once it was started, discarded, or forgotten with the program. */
    get: reads.input(byId).output(bulkDraft),
    /** Drafts of the open profile, newest first: at most three, and one that is ready: the oldest gives way. */
    list: reads.output(z.array(bulkDraft)),
    /**
     * Which column is read as which field; columns that are not named are not used. INVALID when two
     * columns are read as one field, or for a field of the other kind. Checks everything again.
     */
    map: writesHere
      .input(
        z.strictObject({
          id: bulkId,
          columns: z
            .array(z.strictObject({ index: z.int().min(0), field: bulkField }))
            .max(bulkField.options.length),
        }),
      )
      .output(bulkDraft),
    /** Reads another sheet of an XLSX file. */
    chooseSheet: writesHere
      .input(z.strictObject({ id: bulkId, sheet: z.string().max(255) }))
      .output(bulkDraft),
    /**
     * Takes the first row for names of columns, or for a row to send. Columns stay what they are read as,
     * and names tell what the others hold. INVALID while the file is read, and over the bound of rows.
     * Checks everything again.
     */
    takeFirstRow: writesHere
      .input(z.strictObject({ id: bulkId, as: bulkFirstRow }))
      .output(bulkDraft),
    /**
     * Leaves rows that are hidden in the file out, as they are at first, or sends them as the others.
     * INVALID while the file is read. Checks everything again.
     */
    takeHiddenRows: writesHere
      .input(z.strictObject({ id: bulkId, as: bulkHiddenRows }))
      .output(bulkDraft),
    /** In the order of the file. */
    rows: reads
      .input(
        z.strictObject({
          id: bulkId,
          ...page,
          /**
           * null: all. `to-send`: those that a start would send, `ready` and included duplicates
           * together. `warned`: those of them with a warning.
           */
          standing: z
            .enum([...draftCheck.options, 'to-send', 'warned'])
            .nullable()
            .default(null),
          /** Those of them that a question is about; null: all. */
          asked: bulkConfirmation.shape.kind.nullable().default(null),
          /** Those of them that something is said of; null: all. */
          remark: issueKind.nullable().default(null),
        }),
      )
      .output(z.object({ rows: z.array(draftRow), total: z.int().min(0) })),
    /**
     * What is said of the rows of a list, by kind, the most frequent first: of those that can't be sent
     * why, of duplicates and hidden rows what makes them so, and of `warned` the warnings. A row may be
     * counted under several.
     */
    remarks: reads
      .input(byId.extend({ standing: z.enum(['bad', 'duplicate', 'hidden', 'warned']) }))
      .output(z.object({ kinds: z.array(duplicateIssues) })),
    /** Includes duplicates, or leaves them out again: rows by their number, or all of them. */
    include: writesHere
      .input(
        z.strictObject({
          id: bulkId,
          rows: z.union([z.array(z.int().min(1)).max(1_000), z.literal('all')]),
          included: z.boolean(),
        }),
      )
      .output(bulkDraft),
    /**
     * Corrects fields of a row that can't be sent, or was corrected before, and checks everything again; a
     * blank one is left out. The file is not changed, and neither are fields that are not named. null: as
     * the file says it. INVALID while it is not ready, for any other row, and over 1,000 corrected rows.
     */
    correct: writesHere
      .input(
        byId.extend({
          row: z.int().min(1),
          values: z
            .array(z.strictObject({ field: bulkField, value: z.string().max(10_000) }))
            .max(bulkField.options.length)
            .nullable(),
        }),
      )
      .output(z.object({ draft: bulkDraft, row: draftRow })),
    /** Idempotent. */
    discard: stops.input(byId).output(z.object({ discarded: z.boolean() })),
    /**
     * Makes the run durable, then starts it; the draft is gone. INVALID while it is not ready, when
     * nothing would be sent, when another run is under way, when `confirmations` are not the draft's
     * (kinds and counts: show them and ask again), when the rows are not those of `digest` any more
     * (cause `changed`: show them again), when another profile is open by now, or when
     * nothing can be written (the sentence says why).
     */
    start: writesToService
      .input(
        z.strictObject({
          id: bulkId,
          ...ofProfile,
          /** INVALID unless null: nothing is created out of the past. */
          knownAt,
          confirmations: z.array(bulkConfirmation).max(10),
          /** Digest of the draft as the person reviewed it. */
          digest: z.string().regex(/^[0-9a-f]{64}$/),
        }),
      )
      .output(bulkRun)
      .errors({ NEEDS_APPROVAL: writeErrors.NEEDS_APPROVAL }),
  },
  runs: {
    /** Newest first. */
    list: reads
      .input(z.strictObject(page))
      .output(z.object({ rows: z.array(bulkRun), total: z.int().min(0) })),
    get: reads.input(byId).output(bulkRun),
    /** Waits for what is under way: `sending` rows still come to an end. Idempotent. */
    pause: stops.input(inProfile).output(bulkRun),
    /** Resumes a run that is `paused` or `interrupted`. INVALID as start. */
    goOn: writesToService
      .input(z.strictObject({ id: bulkId, ...ofProfile, knownAt }))
      .output(bulkRun)
      .errors({ NEEDS_APPROVAL: writeErrors.NEEDS_APPROVAL }),
    /** Final: rows that wait become `unsent`. Idempotent. */
    stop: stops.input(inProfile).output(bulkRun),
    /** Rows of a run, in the order of the file. */
    rows: reads
      .input(z.strictObject({ id: bulkId, ...page, state: bulkRowState.nullable().default(null) }))
      .output(z.object({ rows: z.array(bulkRunRow), total: z.int().min(0) })),
  },
  /**
   * Makes a file to keep. Returns at once; from then on `files.get` and `files.cancel` tell of it by
   * its id, with notices of topic `files`.
   */
  file: reads
    .input(z.strictObject({ subject: bulkFileSubject, format: z.enum(['csv', 'xlsx']) }))
    .output(exportFile),
};
