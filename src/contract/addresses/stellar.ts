/** Stellar: StrKey (SEP-23), base32 of a version byte, the key and a CRC16. */
import { base32nopad } from '@scure/base';
import { type AddressRuleCheck, isNobodys, wrong } from './address-check.ts';
import { decoded } from './decoded.ts';

/** An account: `G`, and 56 characters in all. */
const accountForm = /^G[A-Z2-7]{55}$/;
/** An account with the receiver's number: a memo inside the address. */
const muxedForm = /^M[A-Z2-7]{68}$/;
const contractForm = /^C[A-Z2-7]{55}$/;

const accountVersion = 6 << 3;

/** Only accounts are accepted: Interface 4.2 does not mention muxed accounts, contracts or memos. */
export function checkStellar(address: string): AddressRuleCheck {
  if (muxedForm.test(address)) return wrong('stellar-muxed');
  if (contractForm.test(address)) return wrong('stellar-contract');
  if (!accountForm.test(address)) return wrong('stellar-form');
  const bytes = decoded(() => base32nopad.decode(address));
  if (bytes === null || bytes[0] !== accountVersion || !hasGoodChecksum(bytes)) {
    return wrong('stellar-checksum');
  }
  return isNobodys(bytes.subarray(1, -2)) ? wrong('nobody') : { kind: 'checksum' };
}

function hasGoodChecksum(bytes: Uint8Array): boolean {
  const end = bytes.length - 2;
  return crc16(bytes.subarray(0, end)) === ((bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8));
}

/** CRC16-XModem. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      crc &= 0xffff;
    }
  }
  return crc;
}
