import { expect, it } from 'vitest';
import { exactAge } from './exact-age.ts';

const at = '2026-11-20T12:00:00.000Z';
const zero = Date.parse(at);

it.each([
  [0, 'just now'],
  [999, 'just now'],
  [1_000, '1 s ago'],
  [12_400, '12 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3 * 3_600_000, '3 h ago'],
])('%d ms later it is "%s"', (later, words) => {
  expect(exactAge(at, zero + later)).toBe(words);
});

it.each([
  [1_900, 'just now'],
  [25_000, 'in 25 s'],
  [120_000, 'in 2 min'],
])('%d ms before it is "%s"', (earlier, words) => {
  expect(exactAge(at, zero - earlier)).toBe(words);
});

it('says nothing of what is no time', () => {
  expect(exactAge('soon', zero)).toBe('');
});
