import { expect, it } from 'vitest';
import type { BulkRun, BulkRunState } from '../../../bridge/bulk.ts';
import { bulkPaths } from './paths.ts';
import { countOfState, placeOf, runToShow, shownStates } from './places.ts';

const id = '0123456789abcdef0123456789abcdef';

it.each([
  [bulkPaths.root, { part: 'runs' }],
  [bulkPaths.new, { part: 'new', kind: 'virtualAccount' }],
  [bulkPaths.newVirtualAccounts, { part: 'new', kind: 'virtualAccount' }],
  [bulkPaths.newCustomers, { part: 'new', kind: 'customer' }],
  [bulkPaths.draft(id, 'columns'), { part: 'draft', id, step: 'columns', rows: null }],
  [bulkPaths.draft(id, 'review'), { part: 'draft', id, step: 'review', rows: null }],
  [bulkPaths.draftRows(id, 'bad'), { part: 'draft', id, step: 'check', rows: 'bad' }],
  [bulkPaths.draftRows(id, 'to-send'), { part: 'draft', id, step: 'check', rows: 'to-send' }],
  [bulkPaths.run(id), { part: 'run', id, rows: null }],
  [bulkPaths.runRows(id, 'left-out'), { part: 'run', id, rows: 'left-out' }],
])('%s leads to its own part', (path, place) => {
  expect(placeOf(path.replace('/bulk', ''))).toEqual(place);
});

it.each(['runs/none', 'drafts/0123', `elsewhere/${id}`, `runs/${id.toUpperCase()}`])(
  '"%s" leads to the runs',
  (rest) => {
    expect(placeOf(rest)).toEqual({ part: 'runs' });
  },
);

it('an unknown step or state is the first one', () => {
  expect(placeOf(`drafts/${id}/sideways`)).toMatchObject({ step: 'columns' });
  expect(placeOf(`runs/${id}/lost`)).toMatchObject({ rows: null });
});

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

const counts = {
  waiting: 5,
  sending: 0,
  created: 3,
  refused: 0,
  unknown: 0,
  unsent: 0,
  leftOut: 2,
};

it('states without rows are not offered, but the one that is looked at stays', () => {
  expect(shownStates(counts, null)).toEqual(['created', 'waiting', 'left-out']);
  expect(shownStates(counts, 'unknown')).toEqual(['created', 'unknown', 'waiting', 'left-out']);
});

it('counts each state by its own number', () => {
  expect(countOfState(counts, 'left-out')).toBe(2);
  expect(countOfState(counts, 'waiting')).toBe(5);
});
