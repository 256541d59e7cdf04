/** Which column a person says is which field. */
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { fieldsOf } from './fields.ts';
import type { ColumnFields } from './propose-columns.ts';

const invalid = (sentence: string) => new Failed('INVALID', { sentence, cause: 'draft' });

/** Of as many columns as the file has. Throws Failed INVALID. */
export function chosenColumns(
  chosen: readonly { readonly index: number; readonly field: BulkField }[],
  width: number,
  kind: BulkKind,
): ColumnFields {
  const allowed = new Set(fieldsOf(kind).map(({ field }) => field));
  const columns: (BulkField | null)[] = Array.from({ length: width }, () => null);
  for (const { index, field } of chosen) {
    if (!allowed.has(field)) throw invalid(`“${field}” is not a field of these rows.`);
    if (index >= width) throw invalid('The file does not have this column.');
    if (columns.includes(field) || columns[index] !== null) {
      throw invalid(`Two columns are matched to “${field}”. Leave one of them out.`);
    }
    columns[index] = field;
  }
  return columns;
}
