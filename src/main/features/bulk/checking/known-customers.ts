/** Customers as rows name them: by id, by email address or by own reference. */
import { idForms } from '../../../../contract/patterns.ts';
import { inParts } from '../../../../platform/slices.ts';

export interface CustomerNaming {
  readonly knownCustomers: (ids: readonly string[]) => ReadonlySet<string>;
  readonly byEmail: (emails: readonly string[]) => readonly { id: string; email: string }[];
  readonly byReference: (texts: readonly string[]) => readonly { id: string; reference: string }[];
  readonly names: (ids: readonly string[]) => ReadonlyMap<string, string>;
  /** What verification still requires, by customer ID; only of customers whose verification is not complete. */
  readonly unverified: (ids: readonly string[]) => ReadonlyMap<string, readonly string[]>;
  /** Whether the customer’s personal data was erased and is not recorded. */
  readonly isErased?: (id: string) => boolean;
}

/** Ids that each text may mean, and which ids are known. */
export interface KnownCustomers {
  readonly idsOf: (text: string) => readonly string[];
  readonly isKnown: (id: string) => boolean;
  readonly nameOf: (id: string) => string | null;
  /** What its verification still requires; null where it is complete, or nothing is known of it. */
  readonly missingOf: (id: string) => readonly string[] | null;
  readonly isErased?: (id: string) => boolean;
}

export const isCustomerId = (text: string): boolean => idForms.customer.test(text);

const plain = (text: string): string => text.trim().toLowerCase();
/** Asked at a time. */
const PART = 500;

/** Each step asks for a part, so that main can answer others in between. */
export function* lookUpCustomers(
  texts: readonly string[],
  naming: CustomerNaming,
): Generator<undefined, KnownCustomers> {
  const distinct = [...new Set(texts.filter((text) => text !== ''))];
  const ids = distinct.filter(isCustomerId);
  const others = distinct.filter((text) => !isCustomerId(text));
  const known = new Set<string>();
  const found = new Map<string, Set<string>>();
  const add = (text: string, id: string) => {
    const under = found.get(plain(text)) ?? new Set<string>();
    found.set(plain(text), under.add(id));
    known.add(id);
  };
  for (const part of inParts(ids, PART)) {
    for (const id of naming.knownCustomers(part)) known.add(id);
    yield;
  }
  for (const part of inParts(others, PART)) {
    for (const { id, email } of naming.byEmail(part)) add(email, id);
    for (const { id, reference } of naming.byReference(part)) add(reference, id);
    yield;
  }
  const names = new Map<string, string>();
  const unverified = new Map<string, readonly string[]>();
  for (const part of inParts([...known], PART)) {
    for (const [id, name] of naming.names(part)) names.set(id, name);
    for (const [id, missing] of naming.unverified(part)) unverified.set(id, missing);
    yield;
  }
  return {
    idsOf: (text) => [...(found.get(plain(text)) ?? [])],
    isKnown: (id) => known.has(id),
    nameOf: (id) => names.get(id) ?? null,
    missingOf: (id) => unverified.get(id) ?? null,
    isErased: naming.isErased ?? (() => false),
  };
}
