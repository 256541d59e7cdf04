import { expect, it } from 'vitest';
import { bulkPaths } from './paths.ts';
import { placeOf } from './places.ts';

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
