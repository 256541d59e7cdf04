/** IDs as people enter them. */
import type { ImportKind } from '../../../bridge/imports.ts';

const pattern = /^(customer|virtualAccount|bankAccount|webhook)_[A-Za-z0-9_-]{1,100}$/;

/** The kind that an ID names; null when it is not of a kind that can be imported. */
export const kindOfId = (id: string): ImportKind | null =>
  (pattern.exec(id)?.[1] as ImportKind | undefined) ?? null;

const kindNames: Readonly<Record<ImportKind, string>> = {
  customer: 'a customer',
  virtualAccount: 'a virtual account',
  bankAccount: 'a bank account',
  webhook: 'a webhook',
};

/** What to enter instead of an ID; null where it is one of the kind. */
export function problemOfId(id: string, kind: ImportKind): string | null {
  const found = kindOfId(id);
  if (found === null) {
    return `Enter the ID of ${kindNames[kind]}. It starts with ${kind}_, followed by letters and digits only.`;
  }
  return kind === found
    ? null
    : `Enter the ID of ${kindNames[kind]}. This is the ID of ${kindNames[found]}.`;
}
