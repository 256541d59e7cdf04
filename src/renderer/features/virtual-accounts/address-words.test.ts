import { expect, it } from 'vitest';
import { addressTexts } from '../address-book/texts.ts';
import { addressProblem, signatureMark } from './address-words.ts';

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

it.each([
  ['ethereum', evm, null],
  ['ethereum', evm.toLowerCase(), null],
  ['newchain', 'new1abc', null],
  ['ethereum', '0x12', addressTexts.problems['evm-form']],
  [
    'tron',
    evm,
    'Enter an address of tron. This one is of Ethereum, Base, Polygon, Arbitrum or Avalanche.',
  ],
  ['ethereum', key, 'Enter a wallet address. This is a private key, or the hash of a transaction.'],
])('on %s, "%.12s…" is told so', (network, address, problem) => {
  expect(addressProblem(network, address)).toBe(problem);
});

it('only a checksum is shown as good', () => {
  expect(signatureMark({ kind: 'checksum' })).toEqual({ tone: 'green', words: 'checksum correct' });
  for (const kind of ['no-checksum', 'off-curve', 'unchecked'] as const) {
    expect(signatureMark({ kind })?.tone).toBe('amber');
  }
  expect(signatureMark({ kind: 'wrong', problem: 'evm-form' })).toBeNull();
});
