/** What to know of a wallet address that was typed or pasted: nobody at the service said it is right. */
import type { ImportKind } from '../../../bridge/imports.ts';
import { asksAgain, isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import type { JsonObject } from '../../../contract/scalars.ts';

/** Sentences; empty for what has no wallet, and for an address whose checksum is right. */
export function addressNotes(kind: ImportKind, body: JsonObject): string[] {
  const destination = body['destination'];
  if (kind !== 'virtualAccount' || typeof destination !== 'object' || destination === null) {
    return [];
  }
  const { walletAddress, network } = destination as Readonly<Record<string, unknown>>;
  if (typeof walletAddress !== 'string' || walletAddress === '') return [];
  if (typeof network !== 'string' || network === '') {
    return ['The network of the wallet address is missing, so Causeway did not check the address.'];
  }
  const verdict = checkAddress(network, walletAddress);
  if (!isUsable(verdict)) {
    return [
      `The wallet address is not usable on ${network}. Compare the address with its source before anyone pays.`,
    ];
  }
  if (!asksAgain(verdict)) return [];
  return [
    `Causeway can’t detect a typing error in this wallet address on ${network}. Compare the address with its source, character by character.`,
  ];
}
