/** The customer that a record names, as its row shows it. */
import { z } from 'zod';
import { type CataloguedKind, fieldsOf, readField, readText } from '../../../contract/fields.ts';
import { foldedOrNull } from './list-table.ts';
import type { StoredRecord } from './records-repository.ts';

export const namedRow = { customer_name: z.string().nullable() };

export type NameOf = (customerId: string) => string | null;

/** The customer that is named, and its name. */
export function customerOf(kind: CataloguedKind, record: StoredRecord, nameOf: NameOf) {
  const field = fieldsOf(kind).find((each) => each.kind === 'customerId');
  const id = field === undefined ? null : readText(readField(field, record));
  const name = id === null ? null : nameOf(id);
  return { id, name, columns: { customer_name: name, customer_name_sort: foldedOrNull(name) } };
}
