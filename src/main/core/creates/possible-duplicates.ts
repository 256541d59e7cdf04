/** Known records that a new one would be a second of, wherever they were learned. */
import type { CreateVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { Lookups } from '../records/lookups.ts';
import { customerFingerprint, virtualAccountFingerprint } from './fingerprints.ts';

/** Ids of customers with this email, without case. */
export function customersWithEmail(
  lookups: Pick<Lookups, 'customersByEmail'>,
  email: string,
): string[] {
  const wanted = customerFingerprint({ email });
  return lookups
    .customersByEmail([email])
    .filter((known) => customerFingerprint(known) === wanted)
    .map(({ id }) => id);
}

/** Ids of virtual accounts of the same customer, pair and wallet. */
export function similarVirtualAccounts(
  lookups: Pick<Lookups, 'accountsAt'>,
  input: CreateVirtualAccountInput,
): string[] {
  const wanted = virtualAccountFingerprint(input);
  return lookups
    .accountsAt([input])
    .filter((known) => virtualAccountFingerprint(known) === wanted)
    .map(({ id }) => id);
}
