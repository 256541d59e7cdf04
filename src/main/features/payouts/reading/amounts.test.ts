import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSortKey, decimalOf, joinAmount, splitAmount } from './amounts.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength, maxLength }).map((all) => all.join(''));
const amount = fc
  .tuple(fc.boolean(), digits(1, 24), digits(0, 20))
  .map(
    ([isNegative, whole, fraction]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
  );

describe('amounts', () => {
  it.each([
    ['100.00', '100.00'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['98765432109876543210.123456789012345678', '98765432109876543210.123456789012345678'],
    ['-5', '-5'],
    [12.5, '12.5'],
    [1e-7, '0.0000001'],
    ['1.5E+3', '1500'],
    ['1,000.00', null],
    ['1.000,00', null],
    ['100 USD', null],
    ['.5', null],
    ['1e400', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['9'.repeat(81), null],
    [true, null],
    ['', null],
    [null, null],
  ])('%j is read as %j', (value, read) => {
    expect(decimalOf(value)).toBe(read);
  });

  it('sort as text as they do as numbers', () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const first = amountSortKey(one);
        const second = amountSortKey(other);
        expect(first < second ? -1 : Number(first > second)).toBe(new Big(one).cmp(other));
      }),
      { numRuns: 500, seed: 20261123 },
    );
  });

  it('are summed by their parts exactly', () => {
    const fitting = fc
      .tuple(fc.boolean(), digits(1, 11), digits(0, 9))
      .map(([isNegative, whole, part]) => `${isNegative ? '-' : ''}${whole}.${part}0`);
    fc.assert(
      fc.property(fc.array(fitting, { maxLength: 30 }), (amounts) => {
        let whole = 0n;
        let billionths = 0n;
        for (const one of amounts) {
          const split = splitAmount(one);
          whole += BigInt(split?.whole ?? Number.NaN);
          billionths += BigInt(split?.billionths ?? Number.NaN);
        }
        const sum = amounts.reduce((all, one) => all.plus(one), new Big(0));
        expect(joinAmount(String(whole), String(billionths)).eq(sum)).toBe(true);
      }),
      { numRuns: 300, seed: 20261123 },
    );
    expect([splitAmount('100000000000'), splitAmount('0.0000000001')]).toEqual([null, null]);
  });
});
