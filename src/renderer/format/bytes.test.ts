import { expect, it } from 'vitest';
import { formatBytes, percentMade } from './bytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [1_024, '1 KB'],
  [3_482, '3.4 KB'],
  [10_188, '9.9 KB'],
  [10_239, '10 KB'],
  [20 * 1_024 * 1_024, '20 MB'],
  [3 * 1_024 ** 3, '3 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

it.each([
  [0, 0, 0],
  [0, 3, 0],
  [2, 3, 66],
  [999, 1_000, 99],
  [3, 3, 100],
  [4, 3, 100],
])('%i of %i parts are %i %%', (done, total, percent) => {
  expect(percentMade({ done, total })).toBe(percent);
});
