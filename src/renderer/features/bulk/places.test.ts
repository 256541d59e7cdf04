import { expect, it } from 'vitest';
import { paths } from '../../app/paths.ts';
import { placeOf } from './places.ts';

const id = '0123456789abcdef0123456789abcdef';

it.each([
  [paths.bulk, { part: 'runs' }],
  [paths.newBulk, { part: 'new', kind: 'virtualAccount' }],
  [paths.newBulkVirtualAccounts, { part: 'new', kind: 'virtualAccount' }],
  [paths.newBulkCustomers, { part: 'new', kind: 'customer' }],
  [paths.bulkDraft(id, 'columns'), { part: 'draft', id, step: 'columns', rows: null }],
  [paths.bulkDraft(id, 'review'), { part: 'draft', id, step: 'review', rows: null }],
  [paths.bulkDraftRows(id, 'bad'), { part: 'draft', id, step: 'check', rows: 'bad' }],
  [paths.bulkDraftRows(id, 'to-send'), { part: 'draft', id, step: 'check', rows: 'to-send' }],
  [paths.bulkRun(id), { part: 'run', id, rows: null }],
  [paths.bulkRunRows(id, 'left-out'), { part: 'run', id, rows: 'left-out' }],
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
