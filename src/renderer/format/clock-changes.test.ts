import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localDay, longInstant } from '../../bridge/instants.ts';
import { exactAge } from './exact-age.ts';
import { datedInstant, exactInstant, instantOfField, localField } from './exact-instants.ts';
import { ageOf, shortInstant } from './instants.ts';

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
  expect(localField(second)).toBe('2026-10-25 02:30 +01:00');
  expect(instantOfField(localField(second), second)).toBe(second);
  // Also where nothing says what it was before.
  expect(instantOfField(localField(second))).toBe('2026-10-25T01:30:00.000Z');
  expect(localField('2026-10-25T00:30:00.250Z')).toBe('2026-10-25 02:30');
  expect(instantOfField('2026-10-25 02:31', second)).toBe('2026-10-25T00:31:00.000Z');
});

it('names the zone of the clock it tells, also after the computer’s zone has changed', () => {
  const winter = '2026-11-20T12:00:00Z';
  const summer = '2026-07-20T12:00:00Z';
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

it('takes a moment with an offset, and no day that no month has', () => {
  expect(instantOfField('2026-11-20T09:00:05.250Z')).toBe('2026-11-20T09:00:05.250Z');
  expect(instantOfField('2026-11-20 23:30 -05:00')).toBe('2026-11-21T04:30:00.000Z');
  for (const typed of [
    '2026-02-30 09:00 +01:00',
    '2026-11-20 09:00 +25:00',
    '2026-11-20 09:00 CET',
  ])
    expect(instantOfField(typed)).toBeNull();
});

it.each([
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01 01:30 -05:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00.000Z', '2026-04-05 01:45 +10:30'],
  ['America/St_Johns', '2026-11-01T05:00:00.000Z', '2026-11-01 01:30 -03:30'],
])('in %s %s is written %s, and read again', (zone, instant, text) => {
  vi.stubEnv('TZ', zone);
  expect(localField(instant)).toBe(text);
  expect(instantOfField(text)).toBe(instant);
});

it.each(['2026-11-20', '2026-11-20T00:30:00', '2026-11-20 00:30', 'INV-1', '7'])(
  'shows %s as it came: no zone says which moment it is',
  (text) => {
    vi.stubEnv('TZ', 'America/New_York');
    const now = Date.parse('2026-11-20T12:00:00Z');
    const told = [longInstant, datedInstant, localDay].map((show) => show(text));
    expect([...told, shortInstant(text, now), exactInstant(text, now)]).toEqual(
      Array.from({ length: 5 }, () => text),
    );
    expect([ageOf(text, now), exactAge(text, now)]).toEqual(['', '']);
  },
);

it('names the zone of what the clock shows twice, and of nothing else', () => {
  const now = Date.parse('2026-10-26T12:00:00Z');
  const told = (show: (instant: string, now: number) => string, at = now) =>
    [
      '2026-10-24T23:59:59Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T02:00:00Z',
    ].map((instant) => show(instant, at));
  const zones = [longInstant('2026-10-25T00:30:00Z'), longInstant('2026-10-25T01:30:00Z')];
  const [summer, winter] = zones.map((text) => text.split(' ').at(-1) ?? '');
  expect(summer).not.toBe(winter);
  const clocks = ['01:59', `02:30 ${summer}`, `02:30 ${winter}`, '03:00'];
  expect(told(shortInstant)).toEqual(clocks.map((clock) => `yesterday ${clock}`));
  const sunday = Date.parse('2026-10-25T12:00:00Z');
  expect(told(exactInstant, sunday)).toEqual([
    '01:59:59.000',
    `02:30:00.000 ${summer}`,
    `02:30:00.000 ${winter}`,
    '03:00:00.000',
  ]);
  expect(told(exactInstant).slice(1, 3)).toEqual([
    `2026-10-25 02:30:00 ${summer}`,
    `2026-10-25 02:30:00 ${winter}`,
  ]);
  const eachHour = Array.from({ length: 24 * 366 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
  const marked = eachHour.filter((at) =>
    / \S+ /.test(`${shortInstant(new Date(at).toISOString(), now)} `.slice(11)),
  );
  expect(marked.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
  ]);
});
