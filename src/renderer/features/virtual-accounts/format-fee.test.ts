import { expect, it } from 'vitest';
import { isUnusualFee, takesAll } from '../../../contract/addresses/confirmations.ts';
import { virtualAccountTexts } from './texts.ts';
import { formatFee, isZeroFee } from './virtual-account-form-fields.tsx';

const { feeHelp, largeFee, zeroFee } = virtualAccountTexts.form;

it.each([
  ['', feeHelp],
  ['4,5', feeHelp],
  ['12.5', feeHelp],
  ['0', zeroFee],
  ['000', zeroFee],
  [' 40 ', '40 bps (0.40 %)'],
  ['500', '500 bps (5.00 %)'],
  ['501', largeFee('501 bps (5.01 %)')],
  ['1000', largeFee('1000 bps (10.00 %)')],
])('"%s" reads "%s"', (typed, words) => {
  expect(formatFee(typed)).toBe(words);
});

it('a fee of any length is read to its last digit', () => {
  const typed = `9${'0'.repeat(20)}1`;
  expect(formatFee(typed)).toBe(largeFee(`${typed} bps (90,000,000,000,000,000,000.01 %)`));
});

it.each([
  ['0', { zero: true, unusual: false, all: false }],
  ['500', { zero: false, unusual: false, all: false }],
  ['0501', { zero: false, unusual: true, all: false }],
  ['9999', { zero: false, unusual: true, all: false }],
  ['10000', { zero: false, unusual: true, all: true }],
  [`1${'0'.repeat(40)}`, { zero: false, unusual: true, all: true }],
  ['x', { zero: false, unusual: false, all: false }],
])('%s bps', (fee, expected) => {
  expect({ zero: isZeroFee(fee), unusual: isUnusualFee(fee), all: takesAll(fee) }).toEqual(
    expected,
  );
});
