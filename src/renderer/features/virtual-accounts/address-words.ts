/** A verdict on an address as words beside its field, and as a mark in a review. */
import type { AddressRuleCheck } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import type { Tone } from '../../components/status-mark.tsx';
import { addressTexts } from '../address-book/texts.ts';

/** Why the address can't be used, as a sentence; null when it can. */
export function addressProblem(network: string, address: string): string | null {
  const verdict = checkAddress(network, address);
  switch (verdict.kind) {
    case 'wrong':
      return addressTexts.problems[verdict.problem];
    case 'other-network':
      return addressTexts.otherNetwork(verdict.family, network.trim());
    case 'secret':
      return addressTexts.isSecret(verdict.secret);
    default:
      return null;
  }
}

/** How far an address was checked; null for one that can't be used. */
export function signatureMark(verdict: AddressRuleCheck): { tone: Tone; words: string } | null {
  switch (verdict.kind) {
    case 'checksum':
      return { tone: 'green', words: addressTexts.verdict.checksum };
    case 'no-checksum':
    case 'off-curve':
    case 'unchecked':
      return { tone: 'amber', words: addressTexts.verdict[verdict.kind] };
    default:
      return null;
  }
}
