import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFee, formatAmount, formatRate, shortRate } from './rates.ts';

describe('rates', () => {
  it.each([
    ['40', '40 bps (0.40 %)'],
    ['0', '0 bps (0.00 %)'],
    ['10000', '10000 bps (100.00 %)'],
    ['12.5', '12.5 bps (0.125 %)'],
    ['1', '1 bps (0.01 %)'],
  ])('%s reads "%s"', (bps, words) => {
    expect(formatRate(bps)).toBe(words);
  });

  it('what is no number stays as the service sent it', () => {
    expect(formatRate('a lot')).toBe('a lot');
    expect(shortRate('-1')).toBe('-1');
    expect(shortRate('65')).toBe('65 bps');
  });
});

describe('what remains', () => {
  it('the amounts of the review sketch come out exactly', () => {
    expect(formatAmount(afterFee('100', '65') ?? new Big(0))).toBe('99.35');
    expect(formatAmount(afterFee('10000', '65') ?? new Big(0))).toBe('9,935.00');
  });

  it('a fee over the whole leaves nothing to show', () => {
    expect(afterFee('100', '10001')).toBeNull();
    expect(afterFee('100', '10000')?.toFixed()).toBe('0');
  });

  it('what remains and the fee add up to the amount, to the last digit', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(10_000), (amount, bps) => {
        const left = afterFee(String(amount), String(bps));
        const fee = new Big(amount).times(bps).div(10_000);
        return left?.plus(fee).eq(amount) === true;
      }),
    );
  });

  it('is exact for rates of any length', () => {
    expect(afterFee('100', `0.${'0'.repeat(25)}1`)?.toFixed()).toBe(`99.${'9'.repeat(27)}9`);
    expect(formatRate(`0.${'0'.repeat(25)}1`)).toContain(`(0.${'0'.repeat(27)}1 %)`);
  });

  it('amounts are grouped and never rounded', () => {
    expect(formatAmount(new Big('1234567.891'))).toBe('1,234,567.891');
    expect(formatAmount(new Big('0.1'))).toBe('0.10');
  });
});
