/** Which column is read as which field, as a person changes it. */
import type { BulkColumn, BulkField, DraftRow } from '../../../../bridge/bulk.ts';
import { destinationCurrencies, sourceCurrencies } from '../../../../contract/currencies.ts';
import { customerTypes } from '../../../../contract/customer.ts';

/** What the fields of a row that is corrected hold, what is wrong with each, and what was changed. */
type Values = Pick<DraftRow, 'values'>;
type Remarks = Pick<DraftRow, 'remarks'>;

/** Stands in the place of a secret, which never comes to a page. */
const notShown = '(not shown)';

/** What is wrong, of one field; null where nothing is. */
export function problemOf({ remarks }: Remarks, field: BulkField): string | null {
  const said = remarks.filter((remark) => remark.severity === 'error' && remark.field === field);
  return said.length === 0 ? null : said.map(({ sentence }) => sentence).join(' ');
}

/** What is wrong with the row as a whole. */
export const wholeProblems = ({ remarks }: Remarks): string[] =>
  remarks.flatMap(({ severity, field, sentence }) =>
    severity === 'error' && field === null ? [sentence] : [],
  );

export function givenOf(
  { values }: Values,
  field: BulkField,
): { value: string; isHidden: boolean } {
  const value = values.find((one) => one.field === field)?.value ?? '';
  return value === notShown ? { value: '', isHidden: true } : { value, isHidden: false };
}

/** Fields that were typed otherwise than they stood; what is not shown stays unless it was typed over. */
export const changedValues = (
  row: Values,
  typed: Partial<Record<BulkField, string>>,
): { field: BulkField; value: string }[] =>
  (Object.entries(typed) as [BulkField, string][])
    .filter(([field, value]) => value.trim() !== givenOf(row, field).value)
    .map(([field, value]) => ({ field, value: value.trim() }));

const suggestions: Partial<Record<BulkField, readonly string[]>> = {
  sourceCurrency: sourceCurrencies,
  destinationCurrency: destinationCurrencies,
  type: customerTypes,
};

export const suggestionsOf = (field: BulkField): readonly string[] => suggestions[field] ?? [];

export interface ColumnChoice {
  index: number;
  field: BulkField;
}

/**
 * The columns once `index` is read as `field` (null: as nothing). A field is read from one column
 * alone, so the column that had it before is not used any more.
 */
export function withChoice(
  columns: readonly BulkColumn[],
  index: number,
  field: BulkField | null,
): ColumnChoice[] {
  return columns.flatMap((column) => {
    const next = column.index === index ? field : column.field === field ? null : column.field;
    return next === null ? [] : [{ index: column.index, field: next }];
  });
}

/** The columns once they are read as chosen, and nothing else is read. */
export const withChoices = (
  columns: readonly BulkColumn[],
  choices: readonly ColumnChoice[],
): BulkColumn[] =>
  columns.map((column) => ({
    ...column,
    field: choices.find(({ index }) => index === column.index)?.field ?? null,
  }));

/** Columns that nothing is read from. */
export const unusedColumns = (columns: readonly BulkColumn[]): BulkColumn[] =>
  columns.filter(({ field }) => field === null);

/** The column that is read as the field; null when none is. */
export const columnOf = (columns: readonly BulkColumn[], field: BulkField): BulkColumn | null =>
  columns.find((column) => column.field === field) ?? null;
