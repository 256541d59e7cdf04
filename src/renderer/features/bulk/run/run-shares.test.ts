import { expect, it } from 'vitest';
import { formatFeeRate, sentOf, sharesOf } from './run-shares.ts';

const counts = {
  waiting: 50,
  sending: 10,
  created: 30,
  refused: 6,
  unknown: 4,
  unsent: 0,
  leftOut: 9,
};

it('rows that were left out are no part of the run', () => {
  expect(sentOf(counts)).toBe(40);
  const shares = sharesOf({ counts, total: 100 });
  expect(shares).toEqual([
    { state: 'created', percent: 30 },
    { state: 'refused', percent: 6 },
    { state: 'unknown', percent: 4 },
    { state: 'sending', percent: 10 },
  ]);
});

it('what is not there has no part in the bar, and an empty run has none at all', () => {
  expect(sharesOf({ counts: { ...counts, refused: 0, sending: 0 }, total: 100 })).toHaveLength(2);
  expect(sharesOf({ counts, total: 0 })).toEqual([]);
});

it('rows that were not sent when it was stopped are none of those that were', () => {
  expect(sentOf({ ...counts, waiting: 0, unsent: 50 })).toBe(40);
});

it.each([
  [0, '0'],
  [0.42, '0.4'],
  [7.5, '7.5'],
  [9.96, '10'],
  [96.4, '96'],
  [1_204.2, '1,204'],
])('%d a second reads %s', (rate, words) => {
  expect(formatFeeRate(rate)).toBe(words);
});
