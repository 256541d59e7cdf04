import { expect, it } from 'vitest';
import { percentMade } from './percent-made.ts';

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
