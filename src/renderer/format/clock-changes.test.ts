import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { instantOfField, localField } from './exact-instants.ts';
import { shortInstant } from './instants.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('calls the day before yesterday so, also after a day of 23 hours', () => {
  const monday = Date.parse('2026-03-29T22:30:00Z');
  expect(shortInstant('2026-03-28T22:45:00Z', monday)).toBe('2026-03-28 23:45');
  expect(shortInstant('2026-03-29T12:00:00Z', monday)).toBe('yesterday 14:00');
});

it('keeps the second of two moments that are written alike, and its milliseconds', () => {
  const second = '2026-10-25T01:30:00.250Z';
  expect(localField(second)).toBe('2026-10-25 02:30');
  expect(instantOfField(localField(second), second)).toBe(second);
  expect(instantOfField('2026-10-25 02:31', second)).toBe('2026-10-25T00:31:00.000Z');
});
