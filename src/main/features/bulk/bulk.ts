/** Many creates from one file: uploads, drafts, runs and the files that come of them. */
import type { z } from 'zod';
import type { BulkConfirmation, BulkDraft, BulkKind, BulkRun } from '../../../bridge/bulk.ts';
import type { BulkFileSubject, bulkContract } from '../../../bridge/bulk-contract.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { InputOf } from '../../../bridge/procedure.ts';
import type { RequestedRow } from '../../../bridge/unresolved.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { createCustomerInput } from '../../../contract/customer.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { forEach, inSlices, nextTurn } from '../../../platform/slices.ts';
import { customerFingerprint, virtualAccountFingerprint } from '../../core/creates/fingerprints.ts';
import { requireNow } from '../../core/creates/known-reads.ts';
import type { ExportFiles, Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { openRowWriter, type RowsFormat, rowsTypes } from '../../core/exports/row-writer.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { Records } from '../../core/records/types.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { AccountConcerns } from './account-concerns.ts';
import { knownThings } from './checking/known-things.ts';
import { fieldsOf } from './columns/fields.ts';
import { acceptFile } from './drafts/accept-file.ts';
import {
  type DraftState,
  type LeftOutRow,
  leftOut,
  type RowToSend,
  rowToSend,
} from './drafts/draft.ts';
import { createDrafts, type Drafts, type DraftsParts } from './drafts/drafts.ts';
import { createUploads } from './drafts/uploads.ts';
import {
  problems,
  type RequestedRows,
  type RowSource,
  requested,
  result,
  unsent,
} from './exports/result.ts';
import { createProgressNotifier } from './progress-notifier.ts';
import { knownNow } from './runs/known-since.ts';
import type { RunOrder } from './runs/prepare-run.ts';
import { openRuns, type Runs, type RunsParts } from './runs/runs.ts';
import { rowOfRequest } from './runs/stored-rows.ts';

type Append = InputOf<typeof bulkContract.upload.append>;

export interface DraftOrder {
  readonly id: string;
  readonly knownAt: string | null;
  readonly confirmations: readonly BulkConfirmation[];
  /** Digest of the draft’s rows as the person reviewed them. */
  readonly digest: string;
}

/** What a run sends, as it was proposed. */
interface ApprovedFile extends Omit<RunOrder, 'id' | 'rows' | 'leftOut' | 'confirmations'> {
  readonly rows: readonly (Omit<RowToSend, 'input' | 'fingerprint'> & { readonly input: object })[];
}

export interface Bulk {
  readonly upload: {
    begin(file: { kind: BulkKind; fileName: string; bytes: number }): { uploadId: string };
    append(piece: Append): { received: number };
    finish(uploadId: string): BulkDraft;
  };
  readonly drafts: Omit<Drafts, 'open' | 'state' | 'refresh' | 'close'> & {
    /** Rejects with Failed NOT_FOUND and INVALID; then nothing was sent. */
    start(order: DraftOrder): Promise<BulkRun>;
  };
  /** What a draft would send now, with what was confirmed. Rejects with Failed as `start`. */
  readonly orderOf: (order: DraftOrder) => Promise<RunOrder>;
  /** Stores what the team is not told of a file, before the team is asked. `id`: of the run that is to send it. */
  readonly keepProposed: Runs['proposed']['keep'];
  readonly forgetProposed: Runs['proposed']['forget'];
  /**
   * Starts a run of rows that the team approved, as plain JSON. Rejects as `start`, and with INVALID where a row can’t
   * be read.
   */
  readonly startApproved: (id: string, file: ApprovedFile) => Promise<BulkRun>;
  readonly runs: Pick<Runs, 'list' | 'waiting' | 'get' | 'has' | 'pause' | 'stop' | 'rows'> & {
    goOn(id: string, knownAt: string | null): Promise<BulkRun>;
  };
  file(subject: BulkFileSubject, format: RowsFormat): ExportFile;
  /** Rows of a request for approval that was not sent: see `requested`. @param proposal its hash */
  fileOfRequest(proposal: string, rows: RequestedRows, format: RowsFormat): ExportFile;
  /** Call when an unknown outcome was resolved, or its request sent again. */
  settled(): void;
  rowOfRequest(key: string): RequestedRow | null;
  /** Pauses what runs, and waits until nothing is under way. */
  close(): Promise<void>;
}

export interface BulkParts extends Omit<RunsParts, 'onChange'>, Pick<DraftsParts, 'readFile'> {
  readonly records: Pick<
    Records,
    'get' | 'contents' | 'customerNames' | 'erased' | 'ownName' | 'giveOwnName'
  >;
  readonly addressBook: Pick<AddressBook, 'follow' | 'lookAlikes'>;
  readonly concerns: AccountConcerns;
  readonly files: Pick<ExportFiles, 'start'>;
  /** Cut by value out of every file. */
  readonly secrets: Pick<KnownSecrets, 'values'>;
  readonly notify: (notice: UpdateNotice) => void;
}

export function openBulk(parts: BulkParts): Bulk {
  const { sqlite, records, audit, files, clock, notify, secrets } = parts;
  const teller = createProgressNotifier(notify);
  const uploads = createUploads({ ...parts, accept: acceptFile });
  const runs = openRuns({ ...parts, onChange: teller.run });
  const drafts = createDrafts({
    ...parts,
    known: knownThings(sqlite, records, parts.addressBook),
    sameFile(sha256) {
      const run = runs.repository.newestOfFile(sha256);
      return run === null ? null : { runId: run.id, createdAt: run.createdAt };
    },
    writes: sqlite.writes,
    knownNow: () => knownNow(sqlite),
    onChange: (id) => notify({ topic: 'bulk', ids: [id] }),
  });

  /** Names of fields that stay of what is erased. */
  const figures = () => new Set(records.erased.names().figures);

  function sourceOf(
    subject: BulkFileSubject,
    format: RowsFormat,
  ): { source: RowSource; name: string } {
    if (subject.what === 'template') {
      return { source: template(subject.kind), name: `template-${kindNames[subject.kind]}` };
    }
    const stamp = stampOf(isoNow(clock));
    if (subject.what === 'problems') {
      const draft = readyDraft(drafts.state(subject.draftId));
      return { source: problems(draft), name: `problems-${stamp}` };
    }
    const run = runs.stored(subject.runId);
    if (subject.what === 'unsent') {
      return { source: unsent(run, runs.repository, figures()), name: `unsent-rows-${stamp}` };
    }
    return {
      source: result(run, { repository: runs.repository, ...parts }, format),
      name: `result-${stamp}`,
    };
  }

  function save(
    { source, name }: { readonly source: RowSource; readonly name: string },
    format: RowsFormat,
    about: Readonly<Record<string, string>>,
  ): ExportFile {
    return files.start({
      fileName: `${name}.${format}`,
      type: rowsTypes[format],
      write: (writing) => writeRows(source, format, writing, secrets),
      onChange: () => notify({ topic: 'exports', ids: [] }),
      onSettled({ status, done, fileSha256 }) {
        const facts = { ...about, format, rows: status === 'done' ? done : 0, fileSha256 };
        audit.append({ action: `bulk.file.${status}`, facts });
        notify({ topic: 'audit', ids: [] });
      },
    });
  }

  async function orderOf({ id, knownAt, confirmations, digest }: DraftOrder): Promise<RunOrder> {
    requireNow(knownAt);
    requireLookedAt(readyDraft(drafts.state(id)), confirmations, digest);
    // Other accounts may have come to be known since it was checked.
    const draft = await drafts.refresh(id);
    requireLookedAt(draft, confirmations, digest);
    return {
      kind: draft.file.kind,
      fileName: draft.file.fileName,
      sha256: draft.file.sha256,
      columns: (draft.table?.headings ?? []).map((heading, index) => ({
        heading: draft.columns[index] === null ? '' : heading,
        field: draft.columns[index] ?? null,
      })),
      ...(await rowsOf(draft, clock)),
      confirmations,
      knownUntil: draft.knownUntil,
    };
  }

  return {
    orderOf,
    keepProposed: runs.proposed.keep,
    forgetProposed: runs.proposed.forget,
    startApproved: async (id, { kind, fileName, sha256, columns, rows: approved }) => {
      const rows = approved.map((row) => ({ ...row, ...readRow(kind, row.input) }));
      const order = { id, kind, fileName, sha256, columns, rows };
      return await runs.start({ ...order, ...runs.proposed.of(id), confirmations: [] });
    },
    upload: {
      begin: (file) => ({ uploadId: uploads.begin(file) }),
      append: ({ uploadId, offset, base64 }) => ({
        received: uploads.append(uploadId, offset, Buffer.from(base64, 'base64')),
      }),
      finish: (uploadId) => drafts.open(uploads.finish(uploadId)),
    },

    drafts: {
      get: drafts.get,
      list: drafts.list,
      map: drafts.map,
      chooseSheet: drafts.chooseSheet,
      takeFirstRow: drafts.takeFirstRow,
      takeHiddenRows: drafts.takeHiddenRows,
      rows: drafts.rows,
      remarks: drafts.remarks,
      include: drafts.include,
      correct: drafts.correct,
      discard: drafts.discard,
      async start(order) {
        const run = await runs.start(await orderOf(order));
        drafts.discard(order.id);
        return run;
      },
    },

    runs: {
      list: runs.list,
      waiting: runs.waiting,
      get: runs.get,
      has: runs.has,
      pause: runs.pause,
      stop: runs.stop,
      rows: runs.rows,
      async goOn(id, knownAt) {
        requireNow(knownAt);
        return await runs.goOn(id);
      },
    },

    file: (subject, format) => save(sourceOf(subject, format), format, subject),
    fileOfRequest: (proposal, rows, format) =>
      save(
        { source: requested(rows, figures()), name: `requested-rows-${stampOf(isoNow(clock))}` },
        format,
        { what: 'requested', proposal },
      ),

    settled: runs.settled,
    rowOfRequest: (key) => rowOfRequest(sqlite, key),

    async close() {
      await Promise.all([drafts.close(), runs.close()]);
      teller.close();
    },
  };
}

/** A row of plain JSON, read as a form's is. */
function readRow(kind: BulkKind, input: object): Pick<RowToSend, 'input' | 'fingerprint'> {
  const inputOf = <Input>(shape: z.ZodType<Input>): Input => {
    const { success, data } = shape.safeParse(input);
    if (success) return data;
    throw invalid('A row of this request can’t be sent. Nothing was sent.', 'input');
  };
  if (kind === 'customer') {
    const read = inputOf(createCustomerInput);
    return { input: read, fingerprint: customerFingerprint(read) };
  }
  const read = inputOf(createVirtualAccountInput);
  return { input: read, fingerprint: virtualAccountFingerprint(read) };
}

const kindNames: Readonly<Record<BulkKind, string>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
};

function readyDraft(draft: DraftState): DraftState {
  if (draft.status === 'ready') return draft;
  throw invalid('The check of the file is not finished. Nothing was sent.', 'draft');
}

/** What is confirmed is what would be sent: by kind and number, and row for row. */
function requireLookedAt(
  draft: DraftState,
  confirmed: readonly BulkConfirmation[],
  digest: string,
): void {
  const wanted = draft.summary.confirmations;
  const isSame =
    wanted.length === confirmed.length &&
    wanted.every(({ kind, count }) =>
      confirmed.some((one) => one.kind === kind && one.count === count),
    );
  if (!isSame) {
    throw invalid(
      'The confirmations have changed or are not complete. Nothing was sent. Check them again.',
      'not-confirmed',
    );
  }
  if (draft.summary.digest !== digest) {
    throw invalid(
      'The rows have changed since you reviewed them: other columns, another customer or a new duplicate. Nothing was sent. Review the rows again.',
      'changed',
    );
  }
  if (draft.summary.counts.toSend === 0) {
    throw invalid('No row of this file can be sent. Nothing was sent.', 'nothing-to-send');
  }
}

/** What a run sends of a draft, and why it leaves out the rest. */
async function rowsOf({ rows: judged, included, summary }: DraftState, clock: Clock) {
  const rows: RowToSend[] = [];
  const send = forEach(summary.lists['to-send'], (row) => rows.push(rowToSend(row)));
  await inSlices(send, clock);
  const out: LeftOutRow[] = [];
  const leaveOut = forEach(judged, (row) => {
    const left = leftOut(row, included);
    if (left !== null) out.push(left);
  });
  await inSlices(leaveOut, clock);
  return { rows, leftOut: out };
}

/** The template of a kind: headings as the interface names them, an example row, and notes. */
function template(kind: BulkKind): RowSource {
  const fields = fieldsOf(kind);
  return {
    headings: fields.map(({ field }) => field),
    total: 1,
    parts: () => [[fields.map(({ example }) => example)]],
    notes: [
      ['Column', 'What to enter'],
      ...fields.map(({ field, note }) => [field, note === '' ? 'Free text.' : note]),
      [
        '',
        'Replace the example row. You can rename the columns: Causeway matches them to fields when you choose the file.',
      ],
    ],
  };
}

/**
 * Resolves to a whole file; otherwise rejects and leaves nothing behind (FileOrder.write).
 *
 * @param known cut by value out of every cell
 */
async function writeRows<File extends WritableFile>(
  source: RowSource,
  format: RowsFormat,
  { open, signal, onProgress }: Writing<File>,
  known: Pick<KnownSecrets, 'values'>,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  let done = 0;
  try {
    const rows = await openRowWriter(format, source.headings, { file, known, signal });
    try {
      for await (const part of source.parts()) {
        await rows.add(part);
        done += part.length;
        onProgress(done, source.total);
        await nextTurn();
        signal.throwIfAborted();
      }
      await rows.end(source.notes);
    } finally {
      await rows.close();
    }
    signal.throwIfAborted();
    await file.finish();
    return { file, done };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
