import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, createBase58check } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { checkStellar, checkTron } from './check-address.ts';

/** Right in form and checksum, but another kind of thing: money sent there is lost. */
describe('a version byte that is not an account’s', () => {
  const { encode } = createBase58check(sha256);
  const bodies = [0x00, 0x3c, 0x80, 0xc4, 0xff].map((byte) => new Uint8Array(20).fill(byte, 1));
  const versions = Array.from({ length: 256 }, (_, version) => version);
  const tron = versions
    .filter((version) => version !== 0x41)
    .flatMap((version) => bodies.map((body) => encode(Uint8Array.from([version, ...body]))))
    .filter((address) => /^T.{33}$/.test(address));

  it('is told on Tron, where others give addresses that begin with T too', () => {
    expect(tron.length).toBeGreaterThan(0);
    for (const address of tron) {
      expect(checkTron(address)).toEqual({ kind: 'wrong', problem: 'tron-checksum' });
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'is told on Stellar, where G stands for the account’s plus %i',
    (more) => {
      const body = Uint8Array.from([(6 << 3) + more, ...new Uint8Array(32).fill(7)]);
      const sum = crc16(body);
      const address = base32nopad.encode(Uint8Array.from([...body, sum & 0xff, sum >> 8]));
      expect(address).toMatch(/^G/);
      expect(checkStellar(address)).toMatchObject({ kind: 'wrong' });
    },
  );
});

/** CRC16-XModem. */
function crc16(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      rest = ((rest << 1) ^ ((rest & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
    }
  }
  return rest;
}
