/** Ids as people bring them. */
import type { ImportKind } from '../../bridge/imports.ts';

const pattern = /^(customer|virtualAccount|bankAccount|webhook)_[A-Za-z0-9]{1,100}$/;

/** Customers and bank accounts are spelled in small letters (Interface 2.1, 2.5). */
const strict = /^(?:customer|bankAccount)_[a-z0-9]+$/;

/** The kind that an id names; null when it is none that can be brought. */
export function kindOfId(id: string): ImportKind | null {
  const kind = pattern.exec(id)?.[1] as ImportKind | undefined;
  if (kind === undefined) return null;
  const isStrict = kind === 'customer' || kind === 'bankAccount';
  return isStrict && !strict.test(id) ? null : kind;
}

export const kindInWords: Readonly<Record<ImportKind, string>> = {
  customer: 'a customer',
  virtualAccount: 'a virtual account',
  bankAccount: 'a bank account',
  webhook: 'a webhook',
};

/** Says what is wrong with an id; null where it is one of the kind. */
export function problemOfId(id: string, kind: ImportKind | null): string | null {
  const found = kindOfId(id);
  if (found === null) {
    return kind === null
      ? 'is no id of a customer, virtual account, bank account or webhook'
      : `is no id of ${kindInWords[kind]}: it begins with ${kind}_, and only letters and digits follow`;
  }
  return kind === null || kind === found ? null : `is the id of ${kindInWords[found]}`;
}
