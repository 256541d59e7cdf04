/** Headings that are no name of a field, and look like one: what stands below them would be left out. */
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { fieldsOf } from './fields.ts';
import { type ColumnFields, plainHeading } from './propose-columns.ts';

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
