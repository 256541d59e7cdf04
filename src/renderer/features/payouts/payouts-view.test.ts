import { expect, it } from 'vitest';
import {
  listPayoutsInput,
  payoutFlags,
  payoutSides,
  payoutSorts,
  payoutTimes,
} from '../../../bridge/payouts.ts';
import {
  activeFilters,
  firstView,
  flags,
  isFiltered,
  type PayoutsView,
  queryOf,
  sides,
  times,
  viewOf,
  viewOfOutcome,
} from './payouts-view.ts';

const all: PayoutsView = {
  search: 'ada & co, 5 %',
  states: ['failed', 'on hold/äå'],
  customerId: 'customer_1',
  virtualAccountId: 'virtualAccount_1',
  by: 'updated',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  currencyIn: 'EUR',
  currencyOut: 'USDT',
  network: 'ethereum',
  isReceived: false,
  flag: 'missing',
  stuckHours: 26.5,
  without: 'out',
  sort: 'amountIn',
  direction: 'ascending',
};

it('everything is found again in the address, and the first view needs none', () => {
  expect(viewOf(queryOf(all))).toEqual(all);
  expect(queryOf(firstView)).toBe('');
  expect(viewOf('')).toEqual(firstView);
});

it('one view has one address, whatever the order of its states', () => {
  expect(queryOf({ ...all, states: all.states.toReversed() })).toBe(queryOf(all));
});

it.each([
  'stuck=-1',
  'stuck=soon',
  'stuck=1e9',
  'from=noon',
  'without=all',
  'deposit=some',
  'flag=red',
  'sort=name',
  'x=y',
])('%s is no filter', (query) => expect(viewOf(query)).toEqual(firstView));

it('what any address asks for is taken by the bridge', () => {
  const long = `q=${'x'.repeat(900)}&${Array.from({ length: 90 }, (_, n) => `state=s${n}`).join('&')}`;
  for (const query of [long, queryOf(all), `state=${'y'.repeat(999)}`]) {
    expect(listPayoutsInput.safeParse(viewOf(query)).success).toBe(true);
  }
});

it('knows every order, side, time and flag that the bridge has', () => {
  expect(payoutSorts.map((sort) => viewOf(`sort=${sort}`).sort)).toEqual([...payoutSorts]);
  expect([sides, times, flags]).toEqual([payoutSides, payoutTimes, payoutFlags]);
});

it('a sum leads to what it is of, even where none of it occurs', () => {
  expect(viewOfOutcome('received', [])).toEqual({ isReceived: true });
  expect(viewOfOutcome('failed', [])).toEqual({ states: ['failed', 'cancelled', 'refunded'] });
  expect(viewOfOutcome('failed', [{ state: 'failed' }])).toEqual({ states: ['failed'] });
  expect(viewOfOutcome('unknown', [{ state: 'frozen' }, { state: 'failed' }])).toEqual({
    states: ['frozen'],
  });
});

it('an order is no filter', () => {
  expect(isFiltered({ ...firstView, sort: 'network', direction: 'ascending' })).toBe(false);
  expect(isFiltered({ ...firstView, without: 'in' })).toBe(true);
});

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
    '“ada”',
    'Failed',
    'on_hold',
    'Customer: Ada Byron',
    'Virtual account: abc',
    'Created: From …',
    'Created: Before …',
    'Currency in: USD',
    'Currency out: USDC',
    'Network: ethereum',
    'Waiting over 24 h',
    'No amount in',
  ]);
  expect(activeFilters(view, null)[3]?.text).toBe('Customer: 012345…cdef');
});

it('without all of them, one after the other, nothing is filtered', () => {
  let left = view;
  let [first] = activeFilters(left, null);
  while (first !== undefined) {
    left = { ...left, ...first.without };
    [first] = activeFilters(left, null);
  }
  expect(isFiltered(left)).toBe(false);
});
