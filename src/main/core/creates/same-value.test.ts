import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameAddress,
  isSameCurrency,
  isSameField,
  isSameNetwork,
  isSameRate,
} from './same-value.ts';

describe('two values mean the same (decisions 27)', () => {
  it.each([
    ['currency without case', isSameCurrency, 'USDC', 'usdc', true],
    ['another currency', isSameCurrency, 'USDC', 'USDT', false],
    ['network without case', isSameNetwork, 'Ethereum', 'ethereum', true],
    ['sol and solana', isSameNetwork, 'sol', 'Solana', true],
    ['another network', isSameNetwork, 'base', 'ethereum', false],
    ['rates as numbers', isSameRate, '40', '40.00', true],
    ['rates with leading zeros', isSameRate, '040', '40', true],
    ['rates that differ by a hair', isSameRate, '40', '40.000000000000000000001', false],
    ['texts that are no rates, only when equal', isSameRate, 'n/a', 'n/a', true],
    ['a text against a rate', isSameRate, '40', '40 bps', false],
    ['the exponent form is no rate', isSameRate, '100', '1e2', false],
  ])('%s', (_words, isSame, one, other, expected) => {
    expect(isSame(one, other)).toBe(expected);
  });

  it('reads EVM addresses by their bytes, whatever the case', () => {
    const evm = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(fc.property(evm, (hex) => isSameAddress(`0x${hex}`, `0x${hex.toUpperCase()}`)));
  });

  it('tells other addresses apart by case, because it counts there', () => {
    const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
    expect(isSameAddress(solana, solana)).toBe(true);
    expect(isSameAddress(solana, solana.toLowerCase())).toBe(false);
  });

  it('never takes two different EVM addresses for one', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [a, b] = [one, other].map((it) => `0x${Buffer.from(it).toString('hex')}`);
        return isSameAddress(a ?? '', b ?? '') === (a === b);
      }),
    );
  });
});

it.each([
  [
    'an EVM address by its bytes',
    '/destination/walletAddress',
    `0x${'aB'.repeat(20)}`,
    `0x${'ab'.repeat(20)}`,
    true,
  ],
  [
    'another address',
    '/destination/walletAddress',
    `0x${'ab'.repeat(20)}`,
    `0x${'ac'.repeat(20)}`,
    false,
  ],
  [
    'an address that is no EVM address, by its letters',
    '/destination/walletAddress',
    'Abc',
    'abc',
    false,
  ],
  ['a network by its other name', '/destination/network', 'sol', 'solana', true],
  ['another network', '/destination/network', 'base', 'ethereum', false],
  ['a currency whatever its case', '/depositInstructions/currency', 'usd', 'USD', true],
  ['a rate as a number', '/fees/totalBpsRate', '40', '40.00', true],
  ['a rate told as a number', '/fees/totalBpsRate', '65', 65, true],
  ['another rate told as a number', '/fees/totalBpsRate', 65, 66, false],
  ['another rate', '/fees/integratorFee/bpsRate', '40', '41', false],
  [
    'a bank number by its letters alone',
    '/depositInstructions/bankAccountNumber',
    '012',
    '12',
    false,
  ],
  ['what is gone', '/destination/network', 'sol', null, false],
] as const)('%s', (_what, path, was: unknown, is: unknown, isSame) => {
  expect(isSameField(path, was, is)).toBe(isSame);
});
