/** The template of a kind: headings as the interface names them, an example row, and notes. */
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { fieldsOf } from '../columns/fields.ts';
import type { RowSource } from './sheet-rows.ts';

export function template(kind: BulkKind): RowSource {
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
