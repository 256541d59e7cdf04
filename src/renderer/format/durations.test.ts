import { expect, it } from 'vitest';
import { formatSeconds, formatWait, milliseconds } from './durations.ts';

it.each([
  [0.84, '0.8 ms'],
  [2, '2 ms'],
  [9.96, '10 ms'],
  [38.4, '38 ms'],
  [6_100, '6,100 ms'],
])('%d is "%s"', (duration, words) => {
  expect(milliseconds(duration)).toBe(words);
});

it.each([
  [0, '0 s'],
  [7.6, '8 s'],
  [59, '59 s'],
  [60, '1 min'],
  [200, '3 min 20 s'],
  [3_599, '59 min 59 s'],
  [3_600, '1 h'],
  [3_900, '1 h 5 min'],
  [7_190, '2 h'],
  [-3, '0 s'],
])('%d seconds read %s', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words);
});

const hour = 3_600_000;
it.each([
  [-1_000, '< 1 min'],
  [59_999, '< 1 min'],
  [12 * 60_000, '12 min'],
  [26.9 * hour, '26 h'],
  [71 * hour, '71 h'],
  [72 * hour, '3 days'],
  [24_000 * hour, '1,000 days'],
])('%d ms of waiting read %s', (duration, words) => {
  expect(formatWait(duration)).toBe(words);
});
