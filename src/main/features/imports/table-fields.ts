/** Columns that a table may have, and how their cells are read: by the kind of field (contract/fields.ts). */
import type { ImportTableKind } from '../../../bridge/imports.ts';
import type { FieldKind } from '../../../contract/field.ts';
import { csvHeading, fieldsOf, idHeading, listedFields } from '../../../contract/fields.ts';
import { emailPattern, idForms, phonePattern } from '../../../contract/patterns.ts';
import { instantOf } from '../../core/records/order.ts';
import { problemOfId } from './resource-id.ts';

/** A cell as the field takes it, or what is wrong with it. */
export type Read = { readonly value: unknown } | { readonly reason: string };
type Reader = (cell: string) => Read;

const LONGEST = 1_000;

const text: Reader = (cell) =>
  cell.length > LONGEST
    ? { reason: `Enter at most ${LONGEST.toLocaleString('en-US')} characters.` }
    : { value: cell };
const matching =
  (test: (cell: string) => boolean, reason: string): Reader =>
  (cell) =>
    test(cell) ? text(cell) : { reason };
const idOf =
  (kind: ImportTableKind): Reader =>
  (cell) => {
    const reason = problemOfId(cell, kind);
    return reason === null ? { value: cell } : { reason };
  };

const yes = new Set(['yes', 'true', '1', 'active']);
const no = new Set(['no', 'false', '0', 'inactive']);
const flag: Reader = (cell) => {
  const word = cell.toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { reason: 'Enter yes or no.' };
};

const readers: Readonly<Record<Exclude<FieldKind, 'id'>, Reader>> = {
  customerId: matching(
    (cell) => idForms.customer.test(cell),
    'Enter the ID of a customer. It starts with customer_, followed by letters and digits.',
  ),
  customerType: matching(
    (cell) => cell === 'individual' || cell === 'business',
    'Enter individual or business.',
  ),
  email: matching(
    (cell) => emailPattern.test(cell),
    'Enter an email address with an @ and a domain, for example ada@example.com.',
  ),
  phone: matching(
    (cell) => phonePattern.test(cell),
    'Enter a + and the country code, then digits, for example +14155550123.',
  ),
  url: matching((cell) => /^https:\/\/\S+$/.test(cell), 'Enter a URL that starts with https://.'),
  rate: matching(
    (cell) => /^\d+(?:\.\d+)?$/.test(cell),
    'Enter a rate in basis points, as digits only, for example 65.',
  ),
  moment: matching(
    (cell) => instantOf(cell) !== null,
    'Enter a time with a time zone, for example 2026-11-20T12:00:00.000Z.',
  ),
  flag,
  names: (cell) => ({ value: cell.split(/[\s,;|]+/).filter((name) => name !== '') }),
  text,
  word: text,
  number: text,
  address: text,
};

/** Fields that a column may be: all of the catalogue. */
export const fieldNames = (kind: ImportTableKind): string[] =>
  fieldsOf(kind).map(({ name }) => name);

export function readerOf(kind: ImportTableKind, field: string): Reader | null {
  const found = fieldsOf(kind).find(({ name }) => name === field);
  if (found === undefined) return null;
  return found.kind === 'id' ? idOf(kind) : readers[found.kind];
}

/** How headings are written elsewhere. */
const otherHeaders: Readonly<Record<string, string>> = {
  emailaddress: 'email',
  phonenumber: 'phone',
  zip: 'address.postalCode',
  zipcode: 'address.postalCode',
  postcode: 'address.postalCode',
  customer: 'customerId',
  // Deposit sheets had this heading before they said `destination currency`.
  becomes: 'destination.currency',
  wallet: 'destination.walletAddress',
};

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a header is the field's own dotted name. */
export const isNameOf = (field: string, header: string): boolean => plain(field) === plain(header);

/** The field that a header names: by its dotted name, as our exports or others call it, or by its last part. */
export function fieldOfHeader(kind: ImportTableKind, header: string): string | null {
  const wanted = plain(header);
  const all = fieldNames(kind);
  const exported = listedFields(kind).find((field) => plain(csvHeading(field)) === wanted)?.name;
  const found =
    all.find((field) => isNameOf(field, header)) ??
    (plain(idHeading(kind)) === wanted ? 'id' : undefined) ??
    exported ??
    all.find((field) => field === otherHeaders[wanted]);
  if (found !== undefined) return found;
  const byLastPart = all.filter((field) => plain(field.split('.').at(-1) ?? '') === wanted);
  return byLastPart.length === 1 ? (byLastPart[0] ?? null) : null;
}
