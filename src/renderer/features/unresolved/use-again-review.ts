/** The review of an account that is sent again: its whole address, and what has to be confirmed of it. */
import { useState } from 'react';
import type { AddressCheck } from '../../../bridge/address-book.ts';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import {
  type Confirmation,
  neededConfirmations,
  openConfirmations,
} from '../virtual-accounts/confirmations.ts';
import { useAddressCheck } from '../virtual-accounts/use-address-check.ts';
import { sentText } from './sent.ts';
import { unresolvedTexts } from './texts.ts';

export interface AgainReview {
  network: string;
  address: string;
  check: ReturnType<typeof useAddressCheck>;
  needed: Confirmation[];
  confirmed: readonly string[];
  confirm: (confirmed: readonly string[]) => void;
  /** Nothing is left to confirm, and main got the address that is shown. */
  isDone: boolean;
}

/** null for what has no wallet. */
export function useAgainReview({ intent }: UnresolvedView): AgainReview | null {
  const network = sentText(intent, 'network') ?? '';
  const address = sentText(intent, 'walletAddress') ?? '';
  const check = useAddressCheck(network, address);
  const [confirmed, confirm] = useState<readonly string[]>([]);
  if (intent.operation !== 'createVirtualAccount') return null;
  const fee = sentText(intent, 'integratorBpsFee') ?? undefined;
  const needed = againConfirmations({ network, address, fee }, check.data?.lookAlikes ?? []);
  const isRead = check.data?.address === address && check.data.network === network;
  const isDone = isRead && openConfirmations(needed, confirmed).length === 0;
  return { network, address, check, needed, confirmed, confirm, isDone };
}

/** As for a new account, and always that the address was read: nobody typed it just now. */
export function againConfirmations(
  { network, address, fee }: { network: string; address: string; fee: string | undefined },
  lookAlikes: AddressCheck['lookAlikes'],
): Confirmation[] {
  return [
    { key: `read:${network}:${address}`, words: unresolvedTexts.again.readAddress },
    ...neededConfirmations({ network, walletAddress: address, integratorBpsFee: fee }, lookAlikes),
  ];
}
