/** Which column is read as which field, as far as headings tell. */
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { fieldsOf } from './fields.ts';

/** Field of each column, in their order; null: not used. */
export type ColumnFields = readonly (BulkField | null)[];

/** Lower case, letters and digits alone: `Customer ID`, `customer_id` and `customerId` are the same. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Own names before synonyms. Of several columns that mean the same a person says which one is read: the
 * other one may be where the money was meant to go. So of a column that is hidden in the file: nobody saw
 * what it holds.
 */
export function proposeColumns(
  kind: BulkKind,
  headings: readonly string[],
  hidden: readonly number[] = [],
): ColumnFields {
  const plain = headings.map(plainHeading);
  const proposed: (BulkField | null)[] = headings.map(() => null);
  const facts = fieldsOf(kind);
  const settled = new Set<BulkField>();
  const take = (field: BulkField, names: readonly string[]): void => {
    if (settled.has(field)) return;
    const meant = plain.flatMap((name, at) =>
      proposed[at] === null && !hidden.includes(at) && names.includes(name) ? [at] : [],
    );
    const [index] = meant;
    if (index === undefined) return;
    settled.add(field);
    if (meant.length === 1) proposed[index] = field;
  };
  for (const { field } of facts) take(field, [plainHeading(field)]);
  for (const { field, synonyms } of facts) take(field, synonyms);
  return proposed;
}

/** Fields that a row needs and no column is read as. */
export const missingFields = (kind: BulkKind, columns: ColumnFields): BulkField[] =>
  fieldsOf(kind)
    .filter(({ field, isRequired }) => isRequired && !columns.includes(field))
    .map(({ field }) => field);
