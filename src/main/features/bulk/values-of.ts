/** What is sent and kept of a row, as screens and files show it. */
import { type BulkField, type BulkKind, ownFields, sentFields } from '../../../bridge/bulk.ts';
import { at } from '../../../contract/fields.ts';
import type { JsonObject } from '../../../contract/scalars.ts';

/** What of a row is kept beside what is created, and never sent. */
export interface OwnTexts {
  readonly reference: string | null;
  /** The company’s own name for a customer. */
  readonly ownName: string | null;
}

/** Texts of an input under the names of the template, in its order. */
export function valuesOf(
  kind: BulkKind,
  input: JsonObject | null,
  texts: OwnTexts,
): { field: BulkField; value: string }[] {
  const own: { field: BulkField; value: string }[] = ownFields[kind].flatMap((field) => {
    const value = texts[field];
    return value === null ? [] : [{ field, value }];
  });
  if (input === null) return own;
  const sent = sentFields[kind].flatMap((field) => {
    const value = at(input, ...field.split('.'));
    return typeof value === 'string' ? [{ field, value }] : [];
  });
  return [...sent, ...own];
}
