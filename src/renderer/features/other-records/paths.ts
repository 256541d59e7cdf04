import { type OtherKind, otherKinds } from '../../../contract/other-kinds.ts';

/** Parts of URLs. */
const slugs: Readonly<Record<OtherKind, string>> = {
  wallet: 'wallets',
  address: 'addresses',
  paymentLink: 'payment-links',
};

const root = '/other-records';
const list = (kind: OtherKind): string => `${root}/${slugs[kind]}`;
/** Ids come from outside and may hold anything. */
const oneOf = (kind: OtherKind) => (id: string) => `${list(kind)}/${encodeURIComponent(id)}`;

export const otherRecordPaths = {
  root,
  list,
  wallet: oneOf('wallet'),
  address: oneOf('address'),
  paymentLink: oneOf('paymentLink'),
} as const;

/** Link to a record, by its kind. */
export const otherRecordHrefs: Readonly<Record<OtherKind, (id: string) => string>> = {
  wallet: otherRecordPaths.wallet,
  address: otherRecordPaths.address,
  paymentLink: otherRecordPaths.paymentLink,
};

/** Wallets where the address names no kind. */
export const kindAt = (slug: string | null): OtherKind =>
  otherKinds.find((kind) => slugs[kind] === slug) ?? 'wallet';
