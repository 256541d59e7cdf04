import { expect, it } from 'vitest';
import { addressTexts } from '../../texts/addresses.ts';
import { addressProblem, verdictMark } from './address-words.ts';

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

it.each([
  ['ethereum', evm, null],
  ['ethereum', evm.toLowerCase(), null],
  ['newchain', 'new1abc', null],
  ['ethereum', '0x12', addressTexts.problems['evm-form']],
  ['tron', evm, 'is an address of Ethereum, Base, Polygon, Arbitrum or Avalanche, not of tron'],
  ['ethereum', key, 'is a private key, or the hash of a transaction, and no address'],
])('on %s, "%.12s…" is told so', (network, address, problem) => {
  expect(addressProblem(network, address)).toBe(problem);
});

it('only a checksum is shown as good', () => {
  expect(verdictMark({ kind: 'checksum' })).toEqual({ tone: 'green', words: 'checksum ok' });
  for (const kind of ['no-checksum', 'off-curve', 'unchecked'] as const) {
    expect(verdictMark({ kind })?.tone).toBe('amber');
  }
  expect(verdictMark({ kind: 'wrong', problem: 'evm-form' })).toBeNull();
});
