/** What a claimed request is about, for people. */
import { spelledEvm } from '../../../../contract/addresses/evm.ts';
import type { Records } from '../../../core/records/types.ts';

/**
 * Of a virtual account's fingerprint (core/creates/fingerprints.ts) its customer, currencies, network and wallet;
 * everything else as it is, for a claim may come from another version.
 */
export function claimedWords(
  { operation, sameness }: { readonly operation: string; readonly sameness: string },
  { customerNames }: Pick<Records, 'customerNames'>,
): string {
  const [customerId = '', source, destination, network, wallet, ...more] = sameness.split('|');
  if (operation !== 'createVirtualAccount' || wallet === undefined || more.length > 0)
    return sameness;
  const name = customerNames([customerId]).get(customerId);
  return [
    name === undefined ? customerId : `${name} (${customerId})`,
    ...[`${source} → ${destination}`, network, spelledEvm(wallet) ?? wallet],
  ].join(' · ');
}
