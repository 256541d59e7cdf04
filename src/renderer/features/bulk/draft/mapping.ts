/** Which column is read as which field, as a person changes it. */
import type { BulkColumn, BulkField } from '../../../../bridge/bulk.ts';

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

/** Columns that nothing is read from. */
export const unusedColumns = (columns: readonly BulkColumn[]): BulkColumn[] =>
  columns.filter(({ field }) => field === null);

/** The column that is read as the field; null when none is. */
export const columnOf = (columns: readonly BulkColumn[], field: BulkField): BulkColumn | null =>
  columns.find((column) => column.field === field) ?? null;
