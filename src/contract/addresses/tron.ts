/** Tron: Base58Check of the byte 0x41 and 20 bytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { type AddressRuleCheck, isNobodys, wrong } from './address-check.ts';
import { decoded } from './decoded.ts';

const form = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const base58check = createBase58check(sha256);

export function checkTron(address: string): AddressRuleCheck {
  if (!form.test(address)) return wrong('tron-form');
  const bytes = decoded(() => base58check.decode(address));
  if (bytes?.length !== 21 || bytes[0] !== 0x41) return wrong('tron-checksum');
  return isNobodys(bytes.subarray(1)) ? wrong('nobody') : { kind: 'checksum' };
}
