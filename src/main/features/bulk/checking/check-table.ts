/**
 * Judges every row of a table, in steps: who the customers are, each row by itself, then which rows
 * would be a second of something. Nothing of it is written anywhere.
 */
import type { BulkField, BulkHiddenRows, BulkKind, RowIssue } from '../../../../bridge/bulk.ts';
import { folded } from '../../../../platform/folded-text.ts';
import { inParts } from '../../../../platform/slices.ts';
import type { AccountPlace } from '../../../core/records/lookups.ts';
import type { ColumnFields } from '../columns/propose-columns.ts';
import type { Table } from '../reading/table.ts';
import { type CheckedFileRow, type Correction, checkRow, textsOf } from './check-row.ts';
import { type CustomerNaming, lookUpCustomers } from './known-customers.ts';
import { type KnownLookAlikes, withLookAlikes } from './look-alikes.ts';
import { words } from './words.ts';

/** A known record, an intent that may have made one, or a run with a row that is still to be sent. */
export interface PossibleDuplicates {
  readonly kind: 'record' | 'intent' | 'run';
  readonly id: string;
}

/** What a row is compared by. */
export interface AskedRow {
  readonly sameness: string;
  /** null for a customer without email: then `sameness` is what would be sent, as canonical JSON. */
  readonly fingerprint: string | null;
  /** Customer and wallet of a virtual account; null for a customer. */
  readonly place: AccountPlace | null;
}

export interface KnownThings extends CustomerNaming {
  /** What rows would be a second of, by their `sameness`. */
  readonly alike: (
    kind: BulkKind,
    rows: readonly AskedRow[],
  ) => ReadonlyMap<string, PossibleDuplicates>;
  readonly references: KnownReferences;
  /** Brings the address book up to what is known; to be done before a check. */
  readonly follow: () => Promise<void>;
  readonly lookAlikes: KnownLookAlikes;
}

export interface CheckOrder {
  readonly kind: BulkKind;
  readonly table: Table;
  readonly columns: ColumnFields;
  readonly known: KnownThings;
  /** What becomes of rows that are hidden in the file. */
  readonly hiddenRows: BulkHiddenRows;
  /** What a person corrected, by the number of the row. */
  readonly corrections: ReadonlyMap<number, Correction>;
  /** Rows that are judged so far. */
  readonly onProgress: (done: number) => void;
}

const PART = 200;

export function* checkTable(order: CheckOrder): Generator<undefined, CheckedFileRow[]> {
  const { kind, table, columns, known, hiddenRows, corrections, onProgress } = order;
  const hidden = new Set(table.hidden.rows);
  const asked = table.rows.map(
    (row) => textsOf(row, columns, corrections.get(row.row)).get('customerId') ?? '',
  );
  const customers = yield* lookUpCustomers(asked, known);
  const rules = { kind, headings: table.headings, columns, customers };
  const rows: CheckedFileRow[] = [];
  for (const row of table.rows) {
    const correction = corrections.get(row.row);
    const checked = checkRow(row, rules, correction);
    const judged = correction === undefined ? checked : withCorrection(checked);
    rows.push(hidden.has(row.row) ? withHidden(judged, hiddenRows) : judged);
    onProgress(rows.length);
    yield;
  }
  const headingOf = (field: BulkField) => table.headings[columns.indexOf(field)] ?? null;
  const compared = yield* withLookAlikes(rows, headingOf('walletAddress'), known.lookAlikes);
  const own = headingOf('reference');
  const named = yield* withSharedReferences(compared, own, kind, known.references);
  const told = yield* withSharedNumbers(named, headingOf);
  return yield* withDuplicates(told, kind, known);
}

/** Whoever made the file never said it: it is confirmed as typed here. */
function withCorrection(row: CheckedFileRow): CheckedFileRow {
  if (row.input === null) return row;
  const about = { code: 'row.corrected', field: null, column: null, like: null };
  return {
    ...row,
    doubts: [...row.doubts, 'corrected'],
    remarks: [{ ...about, severity: 'warning', sentence: words.correctedRow }, ...row.remarks],
  };
}

/** Nobody saw it who looked at the file: it is sent where a person says so, and confirms it. */
function withHidden(row: CheckedFileRow, as: BulkHiddenRows): CheckedFileRow {
  if (row.input === null) return row;
  const about = { code: 'row.hidden', field: null, column: null, like: null };
  return as === 'sent'
    ? {
        ...row,
        doubts: [...row.doubts, 'hidden-rows'],
        remarks: [{ ...about, severity: 'warning', sentence: words.hiddenRowSent }, ...row.remarks],
      }
    : {
        ...row,
        // Another row that says the same is no second one of it.
        sameness: null,
        remarks: [{ ...about, severity: 'hidden', sentence: words.hiddenRow }, ...row.remarks],
      };
}

function* withDuplicates(
  rows: readonly CheckedFileRow[],
  kind: BulkKind,
  known: KnownThings,
): Generator<undefined, CheckedFileRow[]> {
  const first = new Map<string, number>();
  const marked: CheckedFileRow[] = [];
  for (const part of inParts(rows, PART)) {
    const asked = part.flatMap(({ sameness, fingerprint, input }) => {
      if (sameness === null || input === null) return [];
      return [{ sameness, fingerprint, place: 'walletAddress' in input ? input : null }];
    });
    const alike = known.alike(kind, asked);
    for (const row of part) marked.push(withDuplicate(row, first, alike));
    yield;
  }
  return marked;
}

function withDuplicate(
  row: CheckedFileRow,
  first: Map<string, number>,
  alike: ReadonlyMap<string, PossibleDuplicates>,
): CheckedFileRow {
  const { sameness } = row;
  if (sameness === null) return row;
  const composed = sameness.normalize('NFC');
  const before = first.get(composed);
  if (before === undefined) first.set(composed, row.row);
  const known = alike.get(sameness);
  const remarks: RowIssue[] = [];
  const add = (code: string, sentence: string, like: RowIssue['like']) =>
    remarks.push({ severity: 'duplicate', code, field: null, column: null, sentence, like });
  if (before !== undefined) {
    add('duplicate.row', words.sameAsRow(before), { kind: 'row', row: before });
  }
  if (known?.kind === 'record') {
    add('duplicate.record', words.sameAsRecord(known.id), { kind: 'record', id: known.id });
  }
  if (known?.kind === 'intent') {
    add('duplicate.intent', words.sameAsIntent, { kind: 'intent', id: known.id });
  }
  if (known?.kind === 'run') add('duplicate.run', words.sameAsRun, null);
  return remarks.length === 0 ? row : { ...row, remarks: [...row.remarks, ...remarks] };
}

/**
 * Phones and tax numbers that rows of the file share though their emails or names differ: one customer twice, or
 * a cell of another row. People may share a phone, so it is a warning.
 */
const fields = [
  'phone',
  'personalInformation.taxIdentificationNumber',
] as const satisfies BulkField[];

/** @param headingOf heading of the column that a field is read from */
function* withSharedNumbers(
  rows: readonly CheckedFileRow[],
  headingOf: (field: BulkField) => string | null,
): Generator<undefined, CheckedFileRow[]> {
  const first = new Map<string, { readonly row: number; readonly sameness: string }>();
  const marked: CheckedFileRow[] = [];
  for (const row of rows) {
    const sameness = row.sameness?.normalize('NFC') ?? '';
    const found = fields.flatMap((field): RowIssue[] => {
      const number = numberOf(row, field);
      if (number === '') return [];
      const before = first.get(`${field} ${number}`);
      if (before === undefined) first.set(`${field} ${number}`, { row: row.row, sameness });
      // Rows with the same `sameness` have an issue as duplicates already.
      if (before === undefined || before.sameness === sameness) return [];
      const about = { severity: 'warning', column: headingOf(field), like: null } as const;
      return [
        { ...about, field, code: `${field}.row`, sentence: words.sharedNumber[field](before.row) },
      ];
    });
    marked.push(found.length === 0 ? row : { ...row, remarks: [...row.remarks, ...found] });
    yield;
  }
  return marked;
}

/** A phone or tax number reduced to letters and digits; empty for a row that is not sent. */
const numberOf = ({ sameness, values }: CheckedFileRow, field: BulkField): string =>
  sameness === null
    ? ''
    : (values.find((value) => value.field === field)?.value ?? '')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase();

/** Records of the kind that carry one of these own references. */
type KnownReferences = (
  kind: BulkKind,
  texts: readonly string[],
) => readonly { readonly id: string; readonly reference: string }[];

/**
 * Own references that two rows of the file have, or a record and a row: most often the same thing twice.
 * A person may mean it, so it is a warning.
 *
 * @param column heading of the column that the reference is read from
 */
function* withSharedReferences(
  rows: readonly CheckedFileRow[],
  column: string | null,
  kind: BulkKind,
  known: KnownReferences,
): Generator<undefined, CheckedFileRow[]> {
  const first = new Map<string, number>();
  const marked: CheckedFileRow[] = [];
  for (const part of inParts(rows, PART)) {
    const references = part.flatMap(({ reference }) => reference ?? []);
    const carried = new Map(
      (references.length === 0 ? [] : known(kind, references)).map(({ id, reference }) => [
        folded(reference),
        id,
      ]),
    );
    for (const row of part) marked.push(withShared(row, column, first, carried));
    yield;
  }
  return marked;
}

function withShared(
  row: CheckedFileRow,
  column: string | null,
  first: Map<string, number>,
  carried: ReadonlyMap<string, string>,
): CheckedFileRow {
  if (row.reference === null || row.input === null) return row;
  const plain = folded(row.reference);
  const before = first.get(plain);
  if (before === undefined) first.set(plain, row.row);
  const id = carried.get(plain);
  const about = { severity: 'warning', field: 'reference', column, like: null } as const;
  const found: RowIssue[] = [
    ...(before === undefined
      ? []
      : [{ ...about, code: 'reference.row', sentence: words.sharedReferenceRow(before) }]),
    ...(id === undefined
      ? []
      : [{ ...about, code: 'reference.record', sentence: words.sharedReference(id) }]),
  ];
  return found.length === 0 ? row : { ...row, remarks: [...row.remarks, ...found] };
}
