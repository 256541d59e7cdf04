import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededBytes } from '../../../contract/addresses/testing/changes.ts';
import { seeded } from '../../../contract/testing/seeded.ts';
import { createAddressBookRepository } from './address-book-repository.ts';
import { createTestBook } from './testing/test-book.ts';

const known = 20_000;
const tries = 10_000;
const networks = ['ethereum', 'tron', 'solana'] as const;
type Network = (typeof networks)[number];

const base58check = createBase58check(sha256);
const make: Readonly<Record<Network, (bytes: Uint8Array) => string>> = {
  ethereum: (bytes) => `0x${Buffer.from(bytes.subarray(0, 20)).toString('hex')}`,
  tron: (bytes) => base58check.encode(Uint8Array.from([0x41, ...bytes.subarray(0, 20)])),
  solana: (bytes) => base58.encode(bytes),
};
const prefix: Readonly<Record<Network, number>> = { ethereum: 2, tron: 1, solana: 0 };

const next = seeded(4);
const newAddress = (number: number): { network: Network; address: string } => {
  const network = networks[number % networks.length] ?? 'ethereum';
  return { network, address: make[network](seededBytes(next, 32)) };
};

/** Another address with the first and last four characters of this one, and others between. */
function lookAlikeOf({ network, address }: ReturnType<typeof newAddress>): string {
  const head = address.slice(0, prefix[network] + 4);
  const other = make[network](seededBytes(next, 32));
  return `${head}${other.slice(head.length, -4)}${address.slice(-4)}`;
}

const at = '2026-11-21T12:00:00.000Z';
let test: ReturnType<typeof createTestBook>;
const all: ReturnType<typeof newAddress>[] = [];
beforeAll(() => {
  test = createTestBook();
  const repository = createAddressBookRepository(test.sqlite);
  test.sqlite.transaction(() => {
    for (let number = 0; number < known; number += 1) {
      const made = newAddress(number);
      all.push(made);
      repository.putLabel(made.network, made.address, `Wallet ${number}`, at);
    }
  });
});
afterAll(() => test.remove());

describe('with 20,000 known addresses', () => {
  it('10,000 look-alikes are all flagged', async () => {
    let flagged = 0;
    for (let number = 0; number < tries; number += 1) {
      const real = all[Math.floor(next() * all.length)];
      if (real === undefined) throw new Error('There is none.');
      const address = lookAlikeOf(real);
      const { lookAlikes } = await test.book.check({ network: real.network, address });
      if (lookAlikes.some((found) => found.address === real.address)) flagged += 1;
    }
    expect(flagged).toBe(tries);
  });

  it('of 10,000 unrelated addresses at most one is flagged', async () => {
    let flagged = 0;
    for (let number = 0; number < tries; number += 1) {
      const { lookAlikes } = await test.book.check(newAddress(number));
      if (lookAlikes.length > 0) flagged += 1;
    }
    expect(flagged).toBeLessThanOrEqual(1);
  });

  it('a check reads along an index', () => {
    const plan = test.sqlite.all(
      `EXPLAIN QUERY PLAN SELECT address_id FROM address_book
       WHERE family = 'evm' AND head = '5290' AND tail = '9ee7' AND canonical <> 'x'`,
    );
    expect(JSON.stringify(plan)).toContain('USING INDEX address_book_by_ends (family=? AND head=?');
  });
});
