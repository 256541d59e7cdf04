import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { iban, routingNumber } from './deposit-instructions.ts';
import { convert, feesOf } from './fees.ts';
import { wayTo } from './payouts.ts';

describe('fees', () => {
  test.each([
    ['40', '25', '65'],
    ['0', '25', '25'],
    ['007', '25', '32'],
    ['40', '12.5', '52.5'],
    ['99999999999999999999', '25', '100000000000000000024'],
  ])('%s and %s are %s', (integrator, platform, total) => {
    expect(feesOf(integrator, platform)).toEqual({
      totalBpsRate: total,
      integratorFee: { bpsRate: integrator },
      platformFee: { bpsRate: platform },
    });
  });
});

describe('converting a deposit', () => {
  test.each([
    ['100.00', '65', '1', '0.65', '99.35'],
    ['10000.00', '65', '1', '65', '9935'],
    ['0.01', '65', '1', '0.000065', '0.009935'],
    ['0.01', '0', '1', '0', '0.01'],
    ['100.01', '65', '1.08', '0.650065', '107.308729'],
    ['123456789012345.67', '1', '1', '12345678901.234567', '123444443333444.435433'],
    ['5', '10001', '1', '5.0005', '0'],
    ['0.01', '12.5', '1', '0.000013', '0.009987'],
  ])('%s at %s bps and %s: fee %s, %s arrive', (amount, bps, rate, fee, arrives) => {
    expect(convert(amount, bps, rate)).toEqual({ fee, amount: arrives });
  });

  test('in whole basis points nothing is lost or made: fee and rest are the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, bps) => {
          const amount = Big(cents.toString()).div(100);
          const { fee, amount: rest } = convert(amount.toFixed(2), String(bps), '1');
          expect(Big(fee).plus(rest).eq(amount)).toBe(true);
        },
      ),
    );
  });
});

describe('check digits', () => {
  test.each(['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'])(
    '%s is the IBAN of its account',
    (known) => {
      expect(iban(known.slice(0, 2), known.slice(4))).toBe(known);
    },
  );

  test.each(['021000021', '011401533', '101000019'])('%s is a routing number', (known) => {
    expect(routingNumber(known.slice(0, 8))).toBe(known);
  });
});

test.each([
  ['created', []],
  ['funded', ['pending', 'funded']],
  ['successful', ['pending', 'funded', 'processing', 'successful']],
  ['refunded', ['pending', 'funded', 'processing', 'failed', 'refunded']],
  ['cancelled', ['pending', 'cancelled']],
] as const)('the way to %s', (outcome, way) => {
  expect(wayTo(outcome)).toEqual(way);
});
