import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReconcileLine, Reconciliation } from '../../../bridge/reconcile.ts';
import {
  apart,
  countIn,
  differenceOf,
  firstPart,
  lineMoney,
  plus,
  sumsOf,
  whyOf,
} from './words.ts';

const totals = (amount: string, count = 1) => [{ currency: 'USD', amount, count }];
const one = {
  lines: 6,
  states: [
    { state: 'confirmed', count: 1, totals: totals('0.10') },
    { state: 'certain', count: 2, totals: totals('99999999999999999999.1', 2) },
    { state: 'likely', count: 1, totals: totals('0.000000000000000001') },
    { state: 'unmatched', count: 2, totals: [] },
  ],
} as unknown as Reconciliation;

it('a reconciliation begins with what waits for a person, and its sums are exact', () => {
  expect(firstPart(one)).toBe('matched');
  expect(firstPart({ ...one, states: one.states.slice(3) })).toBe('unmatched');
  expect(firstPart({ ...one, states: [] })).toBe('all');
  expect(
    ['matched', 'ambiguous', 'unmatched', 'decided', 'all'].map((part) =>
      countIn(one, part as 'all'),
    ),
  ).toEqual([3, 0, 2, 1, 6]);
  expect(sumsOf(one, 'matched')).toEqual([
    { currency: 'USD', amount: '99999999999999999999.100000000000000001', count: 3 },
  ]);
});

it('sums of any amounts are those of big.js', () => {
  const amount = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,18})?$/);
  fc.assert(
    fc.property(amount, amount, (first, second) => {
      expect(new Big(plus(first, second)).eq(new Big(first).plus(second))).toBe(true);
    }),
    { seed: 20261124 },
  );
});

it('says why in few words', () => {
  const plain = { problem: null, reason: null, duplicateOf: null, note: '', evidence: [] };
  const line = plain as unknown as ReconcileLine;
  const time = { kind: 'time', value: '3' } as const;
  expect(whyOf({ ...line, evidence: [time] })).toBe('Same amount and currency, 3 hours');
  expect(whyOf({ ...line, evidence: [{ kind: 'wallet', value: 'x' }, time] })).toBe(
    'Same wallet address',
  );
  expect(whyOf({ ...line, reason: 'no-amount' })).toBe('No payout has this amount and currency.');
  const duplicateOf = { id: 'x', fileName: 'nov.csv', row: 2 };
  expect(whyOf({ ...line, duplicateOf, evidence: [time] })).toBe(
    'This seems to be the same entry as line 2 of nov.csv, which is confirmed.',
  );
  expect(whyOf({ ...line, note: 'own transfer' })).toBe('own transfer');
  expect(
    ['0', '1', '47', '48', '120'].map((hours) => apart(hours, { booked: '2026-11-20' })),
  ).toEqual(['same day', '1 hour', '47 hours', '2 days', '5 days']);
});

it('a line with a moment is compared by the hour', () => {
  expect(apart('0', { booked: '2026-11-20T09:00:00.000Z' })).toBe('within an hour');
});

it('says by how much amounts differ, exactly, and nothing where they can’t be compared', () => {
  const usd = (amount: string | null) => ({ amount, currency: 'USD' });
  expect(differenceOf(usd('979.5'), usd('980'))).toBe('Amounts differ by 0.50 USD');
  expect(differenceOf(usd('980.000000000000000001'), usd('980'))).toBe(
    'Amounts differ by 0.000000000000000001 USD',
  );
  expect(differenceOf(usd('980.00'), usd('980'))).toBeNull();
  expect(differenceOf(usd('980'), { amount: '970', currency: 'EUR' })).toBeNull();
  expect(differenceOf(usd('980'), usd(null))).toBeNull();
});

it('money out has a sign', () => {
  const line = { amount: '1250', currency: 'USD', direction: 'out' } as ReconcileLine;
  expect(lineMoney(line)).toBe('−1,250.00 USD');
  expect(lineMoney({ ...line, direction: null })).toBe('1,250.00 USD');
  expect(lineMoney({ ...line, amount: null })).toBeNull();
});
