/** Ids as people bring them. */
import type { ImportKind } from '../../bridge/imports.ts';

const pattern = /^(customer|virtualAccount|bankAccount|webhook)_[A-Za-z0-9_-]{1,100}$/;

/** The kind that an id names; null when it is none that can be brought. */
export const kindOfId = (id: string): ImportKind | null =>
  (pattern.exec(id)?.[1] as ImportKind | undefined) ?? null;

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
