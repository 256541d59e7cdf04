/** One file between its upload and its run, in memory: what it holds, how it is read, what is wrong. */
import type {
  BulkDraft,
  BulkField,
  BulkHiddenRows,
  BulkKind,
  DraftRow,
} from '../../../../bridge/bulk.ts';
import type { CheckedFileRow, Correction } from '../checking/check-row.ts';
import type { BulkInput } from '../checking/checked-row.ts';
import { type ColumnFields, missingFields, resembledBy } from '../columns/propose-columns.ts';
import { shown } from '../reading/samples.ts';
import type { Table } from '../reading/table.ts';
import type { KnownUntil } from '../runs/stored-rows.ts';
import type { OwnTexts } from '../values-of.ts';
import type { UploadedFile } from './accept-file.ts';
import { checkOf, isSent, nameOfRow, type Summary } from './summary.ts';

/** What an upload was, without its content. */
export interface DraftFile extends Omit<UploadedFile, 'bytes'> {
  /** In bytes. */
  readonly size: number;
}

/** What is known of the file by now. */
export interface DraftState {
  readonly id: string;
  readonly file: DraftFile;
  readonly status: BulkDraft['status'];
  readonly sentence: string | null;
  readonly done: number;
  /** As its first row is taken. */
  readonly table: Table | null;
  readonly firstRow: BulkDraft['firstRow'];
  readonly preview: BulkDraft['preview'];
  readonly columns: ColumnFields;
  /** What becomes of rows that are hidden in the file. */
  readonly hiddenRows: BulkHiddenRows;
  /** What a person corrected, by the number of the row; kept while columns change. */
  readonly corrections: ReadonlyMap<number, Correction>;
  /** Checked by the present columns; empty until all are. */
  readonly rows: readonly CheckedFileRow[];
  /** Numbers of duplicates that a person included. */
  readonly included: ReadonlySet<number>;
  /** Summary of `rows`. */
  readonly summary: Summary;
  /** What the rows were judged by. */
  readonly knownUntil: KnownUntil | null;
  readonly sameFile: BulkDraft['sameFile'];
  /** What is said beside what was noticed on reading. */
  readonly notes: readonly string[];
}

/** A row that a run sends. */
export interface RowToSend extends OwnTexts {
  readonly row: number;
  readonly input: BulkInput;
  readonly fingerprint: string | null;
  /** Name of the customer; null where it is not known. */
  readonly name: string | null;
  /** Like something that is known, and included by a person all the same. */
  readonly isSecond: boolean;
}

const PREVIEW_ROWS = 5;

/** What a run sends of a row in the list `to-send`. Throws TypeError for a row that can’t be sent. */
export function rowToSend(row: CheckedFileRow): RowToSend {
  if (row.input === null) throw new TypeError('A row that can’t be sent is to be sent.');
  return {
    row: row.row,
    input: row.input,
    fingerprint: row.fingerprint,
    name: nameOfRow(row),
    reference: row.reference,
    ownName: row.ownName,
    isSecond: checkOf(row) === 'duplicate',
  };
}

/** A row that is no part of a run, by what a person finds it again. */
export interface LeftOutRow extends OwnTexts {
  readonly row: number;
  readonly reason: string;
  readonly name: string | null;
}

/** null where it is sent. */
export function leftOut(row: CheckedFileRow, included: ReadonlySet<number>): LeftOutRow | null {
  if (isSent(row, included)) return null;
  const reason = row.remarks
    .filter(({ severity }) => severity !== 'warning')
    .map(({ column, sentence }) => (column === null ? sentence : `${column}: ${sentence}`))
    .join(' ');
  const { reference, ownName } = row;
  return { row: row.row, reason, name: nameOfRow(row), reference, ownName };
}

export function draftRowOf(
  row: CheckedFileRow,
  { included, corrections }: Pick<DraftState, 'included' | 'corrections'>,
): DraftRow {
  const standing = checkOf(row);
  return {
    row: row.row,
    standing,
    isIncluded: standing === 'duplicate' && included.has(row.row),
    values: row.values,
    customerName: row.customerName,
    remarks: [...row.remarks],
    corrected: [...(corrections.get(row.row)?.keys() ?? [])],
  };
}

const columnsOf = (
  kind: BulkKind,
  table: Table | null,
  fields: ColumnFields,
): BulkDraft['columns'] =>
  (table?.headings ?? []).map((heading, index) => ({
    index,
    heading,
    field: fields[index] ?? null,
    resembles: (fields[index] ?? null) === null ? resembledBy(kind, heading, fields) : null,
    isHidden: table?.hidden.columns.includes(index) ?? false,
    samples: [...(table?.samples[index] ?? [])],
  }));

/** First rows that are sent as far as the file tells: hidden ones only where those are not left out. */
export function previewOf(
  { rows, hidden }: Table,
  hiddenRows: BulkHiddenRows,
): BulkDraft['preview'] {
  const out = new Set(hiddenRows === 'left-out' ? hidden.rows : []);
  const first: BulkDraft['preview'] = [];
  for (const { row, cells } of rows) {
    if (first.length === PREVIEW_ROWS) break;
    if (!out.has(row)) first.push({ row, cells: cells.map(shown) });
  }
  return first;
}

function hiddenRowsOf({ table, hiddenRows }: DraftState): BulkDraft['hiddenRows'] {
  const from = table?.rows[0]?.row ?? 0;
  const count = (table?.hidden.rows ?? []).filter((row) => row >= from).length;
  return count === 0 ? null : { count, are: hiddenRows };
}

const missing = (kind: BulkKind, table: Table | null, columns: ColumnFields): BulkField[] =>
  table === null ? [] : missingFields(kind, columns);

/** View of a draft for the page. Its cost does not grow with the number of rows. */
export function draftView(draft: DraftState): BulkDraft {
  const { id, file, table, columns, status, summary } = draft;
  return {
    id,
    kind: file.kind,
    fileName: file.fileName,
    bytes: file.size,
    sha256: file.sha256,
    format: file.format,
    status,
    done: draft.done,
    total: table?.rows.length ?? 0,
    sentence: draft.sentence,
    notes: [...draft.notes, ...(table?.notes ?? [])],
    sheets: [...(table?.sheets ?? [])],
    sheet: table?.sheet ?? null,
    firstRow: draft.firstRow,
    hiddenRows: hiddenRowsOf(draft),
    columns: columnsOf(file.kind, table, columns),
    missing: missing(file.kind, table, columns),
    preview: draft.preview,
    counts: summary.counts,
    confirmations: [...summary.confirmations],
    digest: summary.digest,
    sameFile: draft.sameFile,
  };
}
