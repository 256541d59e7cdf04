/** What a claimed request is about, for people. */
import { spelledEvm } from '../../../../contract/addresses/evm.ts';
import { partsOfFingerprint } from '../../../core/creates/fingerprints.ts';
import type { Records } from '../../../core/records/types.ts';

/** Of a virtual account customer, currencies, network and wallet; of all else what the claim says. */
export function claimedWords(
  { operation, sameness }: { readonly operation: string; readonly sameness: string },
  { customerNames }: Pick<Records, 'customerNames'>,
): string {
  const parts = operation === 'createVirtualAccount' ? partsOfFingerprint(sameness) : null;
  if (parts === null) return sameness;
  const { customerId, sourceCurrency, destinationCurrency, network, walletAddress } = parts;
  const name = customerNames([customerId]).get(customerId);
  return [
    name === undefined ? customerId : `${name} (${customerId})`,
    ...[`${sourceCurrency} → ${destinationCurrency}`, network],
    spelledEvm(walletAddress) ?? walletAddress,
  ].join(' · ');
}
