import { expect, it } from 'vitest';
import { activeFilters } from './active-filters.ts';
import { firstView, isFiltered, type PayoutsView } from './payouts-view.ts';

const view: PayoutsView = {
  ...firstView,
  search: 'ada',
  states: ['failed', 'on_hold'],
  customerId: 'customer_0123456789abcdef',
  virtualAccountId: 'virtualAccount_abc',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  currencyIn: 'USD',
  currencyOut: 'USDC',
  network: 'ethereum',
  stuckHours: 24,
  without: 'in',
};

it('says every filter that is set, and nothing of the first view', () => {
  expect(activeFilters(firstView, null)).toEqual([]);
  const texts = activeFilters(view, 'Ada Byron').map(({ text }) => text);
  expect(texts.map((text) => text.replace(/\d{4}-\d\d-\d\d.*/, '…'))).toEqual([
    ...['“ada”', 'Failed', 'on_hold', 'Customer: Ada Byron', 'Virtual account: abc'],
    ...['Created: From …', 'Created: Before …', 'Currency in: USD', 'Currency out: USDC'],
    ...['Network: ethereum', 'Waiting over 24 h', 'No amount in'],
  ]);
  expect(activeFilters(view, null)[3]?.text).toBe('Customer: 012345…cdef');
});

it('without all of them, one after the other, nothing is filtered', () => {
  let left = view;
  for (let [first] = activeFilters(left, null); first !== undefined; ) {
    left = { ...left, ...first.without };
    [first] = activeFilters(left, null);
  }
  expect(isFiltered(left)).toBe(false);
});
