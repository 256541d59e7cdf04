import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32nopad, createBase58check } from '@scure/base';
import { expect, it } from 'vitest';
import { seeded } from '../testing/seeded.ts';
import type { AddressRuleCheck } from './address-check.ts';
import { checkAddress, checkStellar, checkTron } from './check-address.ts';
import { checkEvm } from './evm.ts';
import { seededBytes, withOneChange } from './testing/changes.ts';

const changes = 100_000;
/** Addresses that are changed, each so many times. */
const addresses = 100;

interface Chain {
  readonly network: string;
  readonly check: (address: string) => AddressRuleCheck;
  readonly make: (bytes: Uint8Array) => string;
  readonly constantPrefix: number;
  readonly alphabet: string;
}

const base58check = createBase58check(sha256);
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** CRC16-XModem by a table-free definition of its own: bit by bit, as a polynomial division. */
function crc(bytes: Uint8Array): number {
  let rest = 0;
  for (const bit of [...bytes].flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((n) => (byte >> n) & 1),
  )) {
    const top = (rest >> 15) & 1;
    rest = (rest << 1) & 0xffff;
    if (top !== bit) rest ^= 0x1021;
  }
  return rest;
}

/** The spelling of random bytes that carries the checksum, found by asking for each letter. */
function evmOf(bytes: Uint8Array): string {
  const lower = Buffer.from(bytes.subarray(0, 20)).toString('hex');
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(lower))).toString('hex');
  const cased = Array.from(lower, (letter, place) =>
    Number.parseInt(hash[place] ?? '0', 16) > 7 ? letter.toUpperCase() : letter,
  );
  return `0x${cased.join('')}`;
}

const chains: Readonly<Record<'tron' | 'stellar' | 'evm', Chain>> = {
  tron: {
    network: 'tron',
    check: checkTron,
    make: (bytes) => base58check.encode(Uint8Array.from([0x41, ...bytes.subarray(0, 20)])),
    constantPrefix: 1,
    alphabet: base58,
  },
  stellar: {
    network: 'stellar',
    check: checkStellar,
    make: (bytes) => {
      const body = Uint8Array.from([6 << 3, ...bytes]);
      const sum = crc(body);
      return base32nopad.encode(Uint8Array.from([...body, sum & 0xff, sum >> 8]));
    },
    constantPrefix: 1,
    alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  },
  evm: {
    network: 'ethereum',
    check: checkEvm,
    make: evmOf,
    constantPrefix: 2,
    alphabet: '0123456789abcdefABCDEF',
  },
};

/** How many of 100,000 changed addresses still show a good checksum. */
function passing({ network, check, make, constantPrefix, alphabet }: Chain): number {
  const next = seeded(20_261_121);
  let passed = 0;
  for (let made = 0; made < addresses; made += 1) {
    const address = make(seededBytes(next, 32));
    // The original is valid, or refusing the change would prove nothing.
    expect(checkAddress(network, address)).toEqual({ kind: 'checksum' });
    for (let change = 0; change < changes / addresses; change += 1) {
      const changed = withOneChange(next, address, { from: constantPrefix, alphabet });
      if (check(changed).kind === 'checksum') passed += 1;
    }
  }
  return passed;
}

it('of 100,000 one-character changes Base58Check accepts none', () => {
  expect(passing(chains.tron)).toBe(0);
});

it('of 100,000 one-character changes StrKey accepts none', () => {
  expect(passing(chains.stellar)).toBe(0);
});

it('of 100,000 one-character changes EIP-55 accepts at most 0.04 %, its own limit', () => {
  expect(passing(chains.evm)).toBeLessThanOrEqual(0.0004 * changes);
});
