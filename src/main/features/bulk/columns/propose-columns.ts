/** Which column is read as which field, as far as headings tell. */
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { invalidOf } from '../../../core/intents/failed.ts';
import { fieldsOf } from './fields.ts';

/** Shorter ones stand in too many words. */
const SHORTEST = 3;

/** The field whose name begins or ends as the heading does, or the other way; null where none is free. */
export function resembledBy(
  kind: BulkKind,
  heading: string,
  columns: ColumnFields,
): BulkField | null {
  const plain = plainHeading(heading);
  const isAlike = (name: string): boolean => {
    const [short, long] = plain.length < name.length ? [plain, name] : [name, plain];
    return short.length >= SHORTEST && (long.startsWith(short) || long.endsWith(short));
  };
  const free = fieldsOf(kind).filter(({ field }) => !columns.includes(field));
  const found = free.find(({ field, synonyms }) =>
    [plainHeading(field.split('.').at(-1) ?? field), ...synonyms].some(isAlike),
  );
  return found?.field ?? null;
}

const invalid = invalidOf('draft');

/** Which column a person says is which field, of as many columns as the file has. Throws Failed INVALID. */
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

/** Field of each column, in their order; null: not used. */
export type ColumnFields = readonly (BulkField | null)[];

/** Lower case, letters and digits alone: `Customer ID`, `customer_id` and `customerId` are the same. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * What a network or an exchange attributes money by, beside the address; the service has no field for it.
 * `Memo (required)` and `Memo/Tag/Payment ID` say so in a word of theirs.
 */
export const isMemoHeading = (heading: string): boolean =>
  heading.split(/[^\p{L}\p{N}]+/u).some((word) => /^(?:memo|tag)s?$/i.test(word)) ||
  /^(?:destination|dest|wallet|address|payment|payout|stellar|xlm)?(?:memo|tag)(?:or)?(?:memo|tag)?(?:id|text|hash|number)?$/.test(
    plainHeading(heading),
  );

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
