/** Columns that a table may have: the fields of the interface by their dotted names (Interface 2). */
import type { ImportTableKind } from '../../../bridge/imports.ts';
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
const moment = matching(
  (cell) => instantOf(cell) !== null,
  'Enter a time with a time zone, for example 2026-11-20T12:00:00.000Z.',
);
const rate = matching(
  (cell) => /^\d+(?:\.\d+)?$/.test(cell),
  'Enter a rate in basis points, as digits only, for example 65.',
);
const names: Reader = (cell) => ({
  value: cell.split(/[\s,;|]+/).filter((name) => name !== ''),
});

const fields = {
  customer: {
    id: idOf('customer'),
    type: matching(
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
    'personalInformation.firstName': text,
    'personalInformation.lastName': text,
    'personalInformation.taxIdentificationNumber': text,
    'personalInformation.taxIdentificationNumberType': text,
    'address.line1': text,
    'address.line2': text,
    'address.city': text,
    'address.state': text,
    'address.postalCode': text,
    'address.country': text,
  },
  virtualAccount: {
    id: idOf('virtualAccount'),
    customerId: matching(
      (cell) => idForms.customer.test(cell),
      'Enter the ID of a customer. It starts with customer_, followed by letters and digits.',
    ),
    active: flag,
    'depositInstructions.currency': text,
    'depositInstructions.bankName': text,
    'depositInstructions.bankAccountNumber': text,
    'depositInstructions.bankRoutingNumber': text,
    'depositInstructions.bankBeneficiaryName': text,
    'depositInstructions.bankBeneficiaryAddress': text,
    'destination.currency': text,
    'destination.network': text,
    'destination.walletAddress': text,
    'fees.totalBpsRate': rate,
    'fees.integratorFee.bpsRate': rate,
    'fees.platformFee.bpsRate': rate,
    created: moment,
    updated: moment,
  },
  webhook: {
    id: idOf('webhook'),
    name: text,
    description: text,
    url: matching((cell) => /^https:\/\/\S+$/.test(cell), 'Enter a URL that starts with https://.'),
    events: names,
    active: flag,
    status: text,
    deliveryRate: text,
    created: moment,
    updated: moment,
  },
} as const satisfies Record<ImportTableKind, Readonly<Record<string, Reader>>>;

export const fieldsOf = (kind: ImportTableKind): string[] => Object.keys(fields[kind]);

export const readerOf = (kind: ImportTableKind, field: string): Reader | null =>
  Object.entries<Reader>(fields[kind]).find(([name]) => name === field)?.[1] ?? null;

/** How headings are written elsewhere, those of our own exports of now and of before among them. */
const otherHeaders: Readonly<Record<ImportTableKind, Readonly<Record<string, string>>>> = {
  customer: {
    customerid: 'id',
    emailaddress: 'email',
    phonenumber: 'phone',
    zip: 'address.postalCode',
    zipcode: 'address.postalCode',
    postcode: 'address.postalCode',
  },
  virtualAccount: {
    virtualaccountid: 'id',
    customer: 'customerId',
    sourcecurrency: 'depositInstructions.currency',
    destinationcurrency: 'destination.currency',
    // Of deposit sheets before they said `destination currency`.
    becomes: 'destination.currency',
    wallet: 'destination.walletAddress',
    totalfeebps: 'fees.totalBpsRate',
  },
  webhook: { webhookid: 'id' },
};

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a header is the field's own dotted name. */
export const isNameOf = (field: string, header: string): boolean => plain(field) === plain(header);

/** The field that a header names, by its dotted name, its last part where that names one, or another way. */
export function fieldOfHeader(kind: ImportTableKind, header: string): string | null {
  const wanted = plain(header);
  const all = fieldsOf(kind);
  const whole = all.find((field) => isNameOf(field, header));
  if (whole !== undefined) return whole;
  const other = otherHeaders[kind][wanted];
  if (other !== undefined) return other;
  const byLastPart = all.filter((field) => plain(field.split('.').at(-1) ?? '') === wanted);
  return byLastPart.length === 1 ? (byLastPart[0] ?? null) : null;
}
