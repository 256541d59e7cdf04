import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longInstant } from '../../bridge/instants.ts';
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

it('names the zone of the clock it tells, also after the computer’s zone has changed', () => {
  const [winter, summer] = ['2026-11-20T12:00:00Z', '2026-07-20T12:00:00Z'];
  const told: string[] = [];
  for (const zone of ['Asia/Kathmandu', 'Pacific/Apia', 'Asia/Kathmandu', 'Etc/GMT+5']) {
    vi.stubEnv('TZ', zone);
    told.push(longInstant(winter), longInstant(summer));
  }
  const nepal = ['2026-11-20 17:45:00 GMT+5:45', '2026-07-20 17:45:00 GMT+5:45'];
  const samoa = ['2026-11-21 01:00:00 GMT+13', '2026-07-21 01:00:00 GMT+13'];
  const behind = ['2026-11-20 07:00:00 GMT-5', '2026-07-20 07:00:00 GMT-5'];
  expect(told).toEqual([...nepal, ...samoa, ...nepal, ...behind]);
});
