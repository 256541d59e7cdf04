import { expect, it } from 'vitest';
import { firstView, queryOf, viewOf } from './list-view.ts';

it('a view is its query again, and the first one has none', () => {
  expect(queryOf(firstView)).toBe('');
  expect(viewOf('')).toEqual(firstView);
  const view: typeof firstView = {
    ...firstView,
    kind: 'paymentLink',
    sort: 'state',
    direction: 'ascending',
    search: 'a & b',
    customerId: 'customer_1',
    state: 'created',
    label: 'late=1',
  };
  expect(viewOf(queryOf(view))).toEqual(view);
  const wallets = { ...firstView, search: 'desk' };
  expect(viewOf(queryOf(wallets))).toEqual(wallets);
});

it('a query that says something else shows everything', () => {
  expect(viewOf('kind=nothing')).toEqual(firstView);
  expect(viewOf('other=1')).toEqual(firstView);
});
