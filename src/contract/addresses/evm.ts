/** Ethereum, Base, Polygon, Arbitrum, Avalanche C-Chain: 20 bytes in hex, with the checksum of EIP-55. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8 } from '@scure/base';
import { type AddressRuleCheck, wrong } from './address-check.ts';

const form = /^0x[0-9a-fA-F]{40}$/;

export const isEvmForm = (text: string): boolean => form.test(text);

/**
 * Mixed-case letters are a checksum; all lower or all upper case ones are not, unless the checksum requires
 * it. It lets about one in 30,000 typing errors pass (EIP-55).
 */
export function checkEvm(address: string): AddressRuleCheck {
  if (!form.test(address)) return wrong('evm-form');
  const digits = address.slice(2);
  if (/^0+$/.test(digits)) return wrong('nobody');
  const lower = digits.toLowerCase();
  // Digits alone can't encode a checksum.
  if (lower === digits.toUpperCase()) return { kind: 'no-checksum' };
  if (digits === checksummed(lower)) return { kind: 'checksum' };
  return digits === lower || digits === digits.toUpperCase()
    ? { kind: 'no-checksum' }
    : wrong('evm-checksum');
}

/** With its checksum; null for what is no address of this form. */
export const spelledEvm = (address: string): string | null =>
  form.test(address) ? `0x${checksummed(address.slice(2).toLowerCase())}` : null;

/** A letter is upper case where the lower-case form's hash has a digit of 8 or more (EIP-55). */
function checksummed(lower: string): string {
  const hash = keccak_256(utf8.decode(lower));
  return Array.from(lower, (character, index) => {
    const byte = hash[index >> 1] ?? 0;
    const digit = index % 2 === 0 ? byte >> 4 : byte & 0xf;
    return digit >= 8 ? character.toUpperCase() : character;
  }).join('');
}
