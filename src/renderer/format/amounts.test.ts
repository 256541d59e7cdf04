import { expect, it } from 'vitest';
import { formatMoney, formatNumber, formatPair } from './amounts.ts';

it.each([
  ['12500.75', '12,500.75'],
  ['0.000001', '0.000001'],
  ['98765432109876543210.123456789', '98,765,432,109,876,543,210.123456789'],
  ['5', '5.00'],
  ['-1250', '−1,250.00'],
  ['1e6', '1e6'],
  ['twelve', 'twelve'],
])('%s reads %s', (amount, words) => {
  expect(formatNumber(amount)).toBe(words);
});

it('a currency that was not found is not made up', () => {
  expect(formatMoney({ amount: '12500.75', currency: 'USD' })).toBe('12,500.75 USD');
  expect(formatMoney({ amount: '12500.75', currency: null })).toBe('12,500.75');
  expect(formatPair({ sourceCurrency: 'USD', destinationCurrency: null })).toBe('USD → ?');
});

it('a currency is in capitals, however the service wrote it', () => {
  expect(formatMoney({ amount: '5', currency: 'usd' })).toBe('5.00 USD');
  expect(formatMoney({ amount: '5', currency: 'USDCe' })).toBe('5.00 USDCe');
  expect(formatPair({ sourceCurrency: 'eur', destinationCurrency: 'usdc' })).toBe('EUR → USDC');
});
