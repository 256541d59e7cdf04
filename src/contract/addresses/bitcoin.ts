/** Bitcoin: no network of this service, and pasted by mistake all the same. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { decoded } from './decoded.ts';

const base58check = createBase58check(sha256);

/** Whether it is an address of Bitcoin's main or test network, checksum and all. */
export function isBitcoin(text: string): boolean {
  if (/^(?:bc|tb)1[02-9ac-hj-np-z]{11,71}$/i.test(text)) {
    return [bech32, bech32m].some(
      (coder) =>
        decoded(() => Uint8Array.from(coder.decode(text as `${string}1${string}`).words)) !== null,
    );
  }
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)) return false;
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && [0x00, 0x05, 0x6f, 0xc4].includes(bytes[0] ?? -1);
}
