import { expect, it } from 'vitest';
import { isQuiet } from './quiet.ts';

const overnight = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };

it.each([
  ['2026-11-23T20:59:00Z', false],
  ['2026-11-23T21:00:00Z', true],
  ['2026-11-23T23:30:00Z', true],
  ['2026-11-24T05:59:00Z', true],
  ['2026-11-24T06:00:00Z', false],
  // An hour earlier by the same clock on the wall in summer.
  ['2026-07-01T20:00:00Z', true],
  ['2026-07-01T05:00:00Z', false],
])('over midnight, in a zone: %s', (moment, expected) => {
  expect(isQuiet(Date.parse(moment), overnight)).toBe(expected);
});

it('within a day, in another zone, and never where there are none', () => {
  const lunch = { from: '12:00', to: '13:30', zone: 'America/New_York' };
  expect(isQuiet(Date.parse('2026-11-23T17:00:00Z'), lunch)).toBe(true);
  expect(isQuiet(Date.parse('2026-11-23T18:30:00Z'), lunch)).toBe(false);
  expect(isQuiet(Date.parse('2026-11-23T12:00:00Z'), lunch)).toBe(false);
  expect(isQuiet(0, null)).toBe(false);
});
