/**
 * What makes a second create look like the first (ASKS_FIRST). The journal keeps it as a column, so
 * the form never changes: a new form would not find what the old one wrote.
 */
import { z } from 'zod';
import { canonicalNetwork } from '../../../contract/currencies.ts';
import { canonicalAddress, canonicalCurrency, canonicalEmail } from './same-value.ts';

/** The parts that a virtual account is recognised by; from an input or from a record. */
export const virtualAccountParts = z
  .object({
    customerId: z.string(),
    sourceCurrency: z.string(),
    destinationCurrency: z.string(),
    network: z.string(),
    walletAddress: z.string(),
  })
  .readonly();
export type VirtualAccountParts = z.infer<typeof virtualAccountParts>;

/** The same customer, pair of currencies and wallet on its network, by decisions 27. */
export const virtualAccountFingerprint = (parts: VirtualAccountParts): string =>
  [
    parts.customerId,
    canonicalCurrency(parts.sourceCurrency),
    canonicalCurrency(parts.destinationCurrency),
    canonicalNetwork(parts.network),
    canonicalAddress(parts.walletAddress),
  ].join('|');

/** Its parts, in canonical form; null for another text, such as one of another version. */
export function partsOfFingerprint(fingerprint: string): VirtualAccountParts | null {
  const [customerId, sourceCurrency, destinationCurrency, network, walletAddress, ...more] =
    fingerprint.split('|');
  const parts = { customerId, sourceCurrency, destinationCurrency, network, walletAddress };
  return more.length > 0 ? null : (virtualAccountParts.safeParse(parts).data ?? null);
}

/** The same email without case, composed; null where there is none, because then nothing tells two apart. */
export const customerFingerprint = (input: {
  readonly email?: string | undefined;
}): string | null => (input.email === undefined ? null : canonicalEmail(input.email));
