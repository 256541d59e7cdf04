/** What main knows of an address: asked only for one that could be sent, so no half of anything goes there. */
import { useQuery } from '@tanstack/react-query';
import { isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';

export function useAddressCheck(network: string, address: string) {
  const { queries } = useBridge();
  return useQuery({
    ...queries.addressBook.check.queryOptions({ input: { network, address } }),
    enabled: network !== '' && isUsable(checkAddress(network, address)),
  });
}
