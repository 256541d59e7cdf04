import { expect, it } from 'vitest';
import { isCountTyped, isTypedCount } from './open-questions.ts';

it.each([
  ['production', 1, true],
  ['sandbox', 499, false],
  ['sandbox', 500, true],
  ['built-in', 12, false],
  ['built-in', 10_000, true],
] as const)('at %s with %i rows the number is typed: %s', (environment, rows, typed) => {
  expect(isCountTyped(environment, rows)).toBe(typed);
});

it.each(['10000', ' 10000 ', '10,000', '10 000', '10.000', '10’000'])('"%s" is 10,000', (typed) => {
  expect(isTypedCount(typed, 10_000)).toBe(true);
});

it.each(['', '1000', '100000', '10,00', '1,00,00', '10000x', '-10000', '1e4', '0x2710'])(
  '"%s" is not 10,000',
  (typed) => {
    expect(isTypedCount(typed, 10_000)).toBe(false);
  },
);

it('a number of groups by two signs is none', () => {
  expect(isTypedCount('1,000.000', 1_000_000)).toBe(false);
  expect(isTypedCount('1,000,000', 1_000_000)).toBe(true);
});
