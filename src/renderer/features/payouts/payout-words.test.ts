import { expect, it } from 'vitest';
import type { PayoutRow } from '../../../bridge/payouts.ts';
import { flagsOf, moneyOf, notPaidOf, partyOf, stateWords, titleOf } from './payout-words.ts';

const nothing = { amount: null, currency: null };
const row: PayoutRow = {
  id: 'payout_1',
  state: 'processing',
  isKnownState: true,
  stateSince: '2026-11-20T09:00:00.000Z',
  isSinceTold: true,
  receivedAt: null,
  customerId: 'customer_0123456789abcdef',
  customerName: 'Ada Byron',
  virtualAccountId: null,
  in: { amount: '12500.75', currency: 'USD' },
  out: nothing,
  fee: nothing,
  network: null,
  walletAddress: null,
  transaction: null,
  reference: null,
  created: null,
  updated: null,
  missingStates: [],
  unusualMoves: 0,
  isMock: false,
  notFound: [],
  ambiguous: [],
  events: 1,
  firstLearnedAt: '2026-11-20T09:00:00.000Z',
  lastLearnedAt: '2026-11-20T09:00:00.000Z',
};
const now = Date.parse('2026-11-21T11:30:00.000Z');

it('begins with amount in and amount out; what was not found is said and is no zero', () => {
  const out = { amount: '12419.5', currency: 'USDC' };
  expect(titleOf({ in: row.in, out })).toBe('12,500.75 USD → 12,419.50 USDC');
  expect(titleOf(row)).toBe('12,500.75 USD → No amount');
  expect(titleOf({ in: nothing, out: nothing })).toBe('Payout');
  expect(moneyOf({ amount: '0', currency: null })).toBe('0.00');
  expect(moneyOf({ amount: null, currency: 'USD' })).toBeNull();
});

it.each([
  ['successful', true, null],
  ['pending', true, 'planned'],
  ['funded', true, 'planned'],
  ['failed', true, 'not paid out'],
  ['refunded', true, 'not paid out'],
  ['on_hold_by_bank', false, null],
] as const)('the amount out of a payout that is %s', (state, isKnownState, words) => {
  const out = { amount: '12419.5', currency: 'USDC' };
  expect(notPaidOf({ out, state, isKnownState })).toBe(words);
  expect(notPaidOf({ out: nothing, state, isKnownState })).toBeNull();
});

it('an amount from outside hides nothing', () => {
  expect(moneyOf({ amount: '5', currency: 'US\u202eD' })).not.toContain('\u202e');
});

it.each([
  ['processing', true, 'Processing for 26 h', 'blue'],
  ['failed', true, 'Failed', 'red'],
  ['successful', true, 'Successful', 'green'],
  ['refunded', true, 'Refunded', 'amber'],
  ['on_hold_by_bank', false, 'on_hold_by_bank for 26 h', 'grey'],
] as const)('%s reads %s', (state, isKnownState, words, tone) => {
  expect(stateWords({ ...row, state, isKnownState }, now)).toEqual({ words, tone });
});

it('a state without a time says no time', () => {
  expect(stateWords({ ...row, stateSince: 'soon' }, now).words).toBe('Processing');
});

it('names who is paid, as far as that is known', () => {
  expect(partyOf(row)).toBe('Ada Byron');
  expect(partyOf({ ...row, customerName: null })).toBe('012345…cdef');
  expect(partyOf({ customerName: null, customerId: null })).toBeNull();
});

it('flags what a person should look at', () => {
  expect(flagsOf(row)).toEqual([]);
  const flagged = flagsOf({
    ...row,
    isMock: true,
    unusualMoves: 1,
    missingStates: ['pending', 'funded'],
    ambiguous: ['amountIn'],
  });
  expect(flagged.map(({ text }) => text)).toEqual([
    'Test data',
    'Unusual',
    '2 states not received',
    'Ambiguous',
  ]);
  expect(flagged[2]?.hint).toBe(
    'Causeway expects these states before, but no event reported them: Pending, Funded.',
  );
});
