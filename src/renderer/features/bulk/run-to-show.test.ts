import { expect, it } from 'vitest';
import type { BulkRun, BulkRunState } from '../../../bridge/bulk.ts';
import { runToShow } from './run-to-show.ts';

const runs = (...states: BulkRunState[]) =>
  states.map((state, index) => ({ id: String(index), state }) as BulkRun);

it.each([
  [['done', 'paused', 'running'], '2'],
  [['done', 'interrupted', 'paused'], '1'],
  [['paused', 'interrupted'], '0'],
] as const)('of %j the frame speaks of number %s', (states, id) => {
  expect(runToShow(runs(...states))?.id).toBe(id);
});

it('of runs that are over the frame says nothing', () => {
  expect(runToShow(runs('done', 'stopped'))).toBeNull();
  expect(runToShow([])).toBeNull();
});
