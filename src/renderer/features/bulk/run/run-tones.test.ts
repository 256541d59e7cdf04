import { expect, it } from 'vitest';
import type { BulkRunState } from '../../../../bridge/bulk.ts';
import { toneOfRun } from './run-tones.ts';

const counts = {
  waiting: 0,
  sending: 0,
  created: 9,
  refused: 0,
  unknown: 0,
  unsent: 0,
  leftOut: 0,
};
const run = (state: BulkRunState, over = {}, mismatches = 0) => ({
  state,
  counts: { ...counts, ...over },
  mismatches,
});

it.each([
  ['running', {}, 0, 'blue'],
  ['paused', {}, 0, 'amber'],
  ['interrupted', {}, 0, 'amber'],
  ['stopped', { unsent: 3 }, 0, 'grey'],
  ['stopped', { unknown: 1 }, 0, 'amber'],
  ['done', {}, 0, 'green'],
  ['done', { refused: 1 }, 0, 'amber'],
  ['done', { unknown: 1 }, 0, 'amber'],
  ['running', {}, 1, 'red'],
  ['done', {}, 1, 'red'],
] as const)('%s with %j and %i mismatches is %s', (state, over, mismatches, tone) => {
  expect(toneOfRun(run(state, over, mismatches))).toBe(tone);
});
