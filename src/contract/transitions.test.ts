import { expect, test } from 'vitest';
import { isEventName } from './event-names.ts';
import {
  isUsualMove,
  kycStates,
  kycTransitions,
  payoutStates,
  payoutTransitions,
  termsStates,
  termsTransitions,
} from './transitions.ts';

test('every state but the first is told by an event of section 6', () => {
  expect(kycStates.slice(1).every((state) => isEventName(`customer.kyc.${state}`))).toBe(true);
  expect(termsStates.slice(1).every((state) => isEventName(`customer.tos.${state}`))).toBe(true);
  expect(payoutStates.slice(1).every((state) => isEventName(`payout.${state}`))).toBe(true);
});

test.each([
  ['payout', payoutTransitions, 'created'],
  ['KYC', kycTransitions, 'none'],
  ['terms', termsTransitions, 'none'],
])('every state of %s can be reached', (_, table: Record<string, readonly string[]>, first) => {
  const reached = new Set([first]);
  for (const state of reached) for (const next of table[state] ?? []) reached.add(next);
  expect([...reached].toSorted()).toEqual(Object.keys(table).toSorted());
});

test('a payout ends successful or refunded', () => {
  expect(payoutStates.filter((state) => payoutTransitions[state].length === 0)).toEqual([
    'successful',
    'refunded',
  ]);
});

test.each([
  ['none', 'pending', true],
  ['pending', 'successful', true],
  ['none', 'successful', false],
  ['rejected', 'successful', false],
  ['successful', 'none', false],
] as const)('KYC from %s to %s is usual: %s', (from, to, expected) => {
  expect(isUsualMove(kycTransitions, from, to)).toBe(expected);
});
