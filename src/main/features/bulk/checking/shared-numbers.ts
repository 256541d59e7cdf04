/**
 * Phones and tax numbers that rows of the file share though their emails or names differ: one customer twice, or
 * a cell of another row. People may share a phone, so it is a warning.
 */
import type { BulkField, RowIssue } from '../../../../bridge/bulk.ts';
import type { CheckedFileRow } from './check-row.ts';
import { words } from './words.ts';

const fields = [
  'phone',
  'personalInformation.taxIdentificationNumber',
] as const satisfies BulkField[];

/** @param headingOf heading of the column that a field is read from */
export function* withSharedNumbers(
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
      // Of the same customer that is said already.
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

/** By its letters and digits; empty of a row that is not sent. */
const numberOf = ({ sameness, values }: CheckedFileRow, field: BulkField): string =>
  sameness === null
    ? ''
    : (values.find((one) => one.field === field)?.value ?? '')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase();
