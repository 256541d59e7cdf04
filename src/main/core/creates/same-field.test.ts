import { expect, it } from 'vitest';
import { isSameField } from './same-field.ts';

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
