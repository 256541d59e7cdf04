import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenFields, createChoices } from './choices.ts';
import { openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

const at = '2026-11-20T12:00:00.000Z';
let test: TestPayouts;
beforeEach(() => {
  test = openTestPayouts();
});
afterEach(() => test.remove());

it('what an erasure keeps as amounts are the choices that stand, and no field that the contract names', () => {
  const { sqlite } = test;
  const choices = createChoices(sqlite);
  choices.add('amountOut', { pointer: '/books/sum', decimals: null }, at);
  expect(chosenFields(sqlite)).toEqual(['sum']);
  // Chosen by the page before a person erases, and released, so that nobody sees it.
  for (const pointer of ['/depositInstructions/bankAccountNumber', '/phone', '/a/Postalcode']) {
    choices.add('amountIn', { pointer, decimals: null }, at);
    expect(chosenFields(sqlite)).toEqual(['sum']);
  }
  choices.add('reference', { pointer: '/passportNumber', decimals: null }, at);
  expect(chosenFields(sqlite)).toEqual(['sum']);
  choices.add('amountOut', null, at);
  expect(chosenFields(sqlite)).toEqual([]);
});
