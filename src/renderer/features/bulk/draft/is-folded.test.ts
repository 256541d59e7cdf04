import { expect, it } from 'vitest';
import { isFolded } from './is-folded.ts';

const counts = { ready: 0, duplicate: 20, hidden: 0, bad: 21, included: 0, warned: 0, toSend: 900 };

it('rows are folded where they are more than a glance takes in', () => {
  expect(isFolded('bad', counts)).toBe(true);
  expect(isFolded('duplicate', counts)).toBe(false);
});

it('rows to send are read one by one, however many they are', () => {
  expect(isFolded('to-send', counts)).toBe(false);
});
