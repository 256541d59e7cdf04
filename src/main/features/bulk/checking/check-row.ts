/** Judges one row of a file: its secrets first, then what its kind asks for. */
import { annotationLimits } from '../../../../bridge/annotation-limits.ts';
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { readReference } from '../../../core/annotations/annotated-text.ts';
import { AnnotationError } from '../../../core/annotations/annotation-error.ts';
import { secretIn } from '../../../core/foundation/secrets/secret-in.ts';
import type { ColumnFields } from '../columns/propose-columns.ts';
import { notShown } from '../reading/samples.ts';
import type { TableRow } from '../reading/table.ts';
import { type OwnTexts, valuesOf } from '../values-of.ts';
import { checkAccountRow } from './check-account-row.ts';
import { checkCustomerRow } from './check-customer-row.ts';
import { type CheckedRow, createIssues, type RowIssues } from './checked-row.ts';
import type { KnownCustomers } from './known-customers.ts';
import { words } from './words.ts';

/** What a person typed in the place of what the file says, by field; blank: nothing. */
export type Correction = ReadonlyMap<BulkField, string>;

export interface RowRules {
  readonly kind: BulkKind;
  readonly headings: readonly string[];
  readonly columns: ColumnFields;
  readonly customers: KnownCustomers;
}

/** A row, and what it is compared by with others: of its file, and of what is known. */
export interface CheckedFileRow extends CheckedRow {
  readonly sameness: string | null;
}

/** Of each field that a column is read as; blank ones are left out. */
export function textsOf(
  { cells }: TableRow,
  columns: ColumnFields,
  correction: Correction = asInFile,
): Map<BulkField, string> {
  const texts = new Map<BulkField, string>();
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null;
    if (field !== null && cell !== '') texts.set(field, cell);
  }
  for (const [field, text] of correction) {
    if (text === '') texts.delete(field);
    else texts.set(field, text);
  }
  return texts;
}

const asInFile: Correction = new Map();

export function checkRow(
  tableRow: TableRow,
  rules: RowRules,
  correction = asInFile,
): CheckedFileRow {
  const { kind, headings, columns, customers } = rules;
  const { row } = tableRow;
  const remarks = createIssues((field) => headings[columns.indexOf(field)] ?? null);
  const texts = textsOf(tableRow, columns, correction);
  const secrets = new Set<BulkField>();
  for (const [field, cell] of texts) {
    const secret = secretIn(cell);
    if (secret === null) continue;
    secrets.add(field);
    remarks.add('error', `${field}.secret`, field, words.secret(secret));
  }
  const values = [...texts].map(([field, text]) => ({
    field,
    value: secrets.has(field) ? notShown : text,
  }));
  if (secrets.size > 0) return bad(row, values, remarks);
  const own: OwnTexts = {
    reference: ownTextOf('reference', texts, remarks),
    ownName: ownTextOf('ownName', texts, remarks),
  };
  if (kind === 'customer') {
    const { input, fingerprint, content } = checkCustomerRow(texts, remarks);
    const sameness = fingerprint ?? content;
    const shown = input === null ? values : valuesOf(kind, input, own);
    return {
      ...{ row, input, fingerprint, sameness, customerName: null, ...own, doubts: [] },
      values: shown,
      remarks: remarks.all,
    };
  }
  const judged = checkAccountRow(texts, customers, remarks);
  const { input } = judged;
  const shown = input === null ? values : valuesOf(kind, input, own);
  return {
    ...judged,
    ...{ row, ...own, sameness: judged.fingerprint, remarks: remarks.all },
    // What a person looks at is what is sent, and not how the file writes it.
    values: shown,
  };
}

const ownLimits = { reference: annotationLimits.reference, ownName: annotationLimits.name };

/** Taken out of the texts, as it is kept; null where there is none, or none that can be kept. */
function ownTextOf(
  field: keyof OwnTexts,
  texts: Map<BulkField, string>,
  remarks: RowIssues,
): string | null {
  const text = texts.get(field);
  texts.delete(field);
  if (text === undefined) return null;
  const say = (code: string, sentence: string): null => {
    remarks.add('error', `${field}.${code}`, field, sentence);
    return null;
  };
  try {
    const own = readReference(text);
    return own === null || own.length <= ownLimits[field]
      ? own
      : say('long', words.longOwn[field](ownLimits[field]));
  } catch (error) {
    if (error instanceof AnnotationError) return say('secret', error.message);
    throw error;
  }
}

const bad = (row: number, values: CheckedRow['values'], remarks: RowIssues): CheckedFileRow => ({
  ...{ row, values, input: null, fingerprint: null, sameness: null },
  customerName: null,
  reference: null,
  ownName: null,
  doubts: [],
  remarks: remarks.all,
});
