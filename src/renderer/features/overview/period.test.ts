import { afterEach, describe, expect, it, vi } from 'vitest';
import { barsOf, endsOf, type SnoozeChoice, snoozeEnd } from './period.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});
const inZone = (name: string) => vi.stubEnv('TZ', name);
/** A Wednesday. */
const now = Date.parse('2026-11-18T22:30:00Z');

describe('a period', () => {
  it('is a day of the person, not of UTC', () => {
    inZone('Europe/Berlin');
    const { from, to, bars, unit } = barsOf('today', now, null);
    expect([from, to]).toEqual(['2026-11-17T23:00:00.000Z', '2026-11-18T23:00:00.000Z']);
    expect([bars.length, bars[0], unit]).toEqual([24, from, 'hour']);
    inZone('Asia/Tokyo');
    expect(barsOf('today', now, null).from).toBe('2026-11-18T15:00:00.000Z');
  });

  it('has as many hours as the day has, where clocks are changed', () => {
    inZone('Europe/Berlin');
    const short = barsOf('today', Date.parse('2026-03-29T10:00:00Z'), null);
    const long = barsOf('today', Date.parse('2026-10-25T10:00:00Z'), null);
    expect([short.bars.length, long.bars.length]).toEqual([23, 25]);
    const month = barsOf('month', Date.parse('2026-10-28T10:00:00Z'), null);
    expect(month.bars.at(-2)).toBe('2026-10-26T23:00:00.000Z');
    expect(month.bars).toHaveLength(28);
  });

  it('is a week from its Monday, and a month from its first day', () => {
    inZone('UTC');
    expect(barsOf('week', now, null)).toEqual({
      from: '2026-11-16T00:00:00.000Z',
      to: '2026-11-19T00:00:00.000Z',
      bars: ['16', '17', '18'].map((day) => `2026-11-${day}T00:00:00.000Z`),
      unit: 'day',
    });
    expect(barsOf('week', Date.parse('2026-11-22T12:00:00Z'), null).bars).toHaveLength(7);
    expect(barsOf('month', now, null).bars).toHaveLength(18);
    const monday = barsOf('week', Date.parse('2026-11-16T12:00:00Z'), null);
    expect([monday.bars.length, monday.unit]).toEqual([1, 'day']);
  });

  it('goes from the end of the last visit on, in at most 62 bars', () => {
    inZone('UTC');
    const hours = barsOf('visit', now, '2026-11-17T20:15:00.000Z');
    expect([hours.from, hours.unit, hours.bars.length]).toEqual([
      '2026-11-17T20:15:00.000Z',
      'hour',
      28,
    ]);
    const days = barsOf('visit', now, '2026-11-10T20:15:00.000Z');
    expect(days.bars.slice(0, 2)).toEqual(['2026-11-10T20:15:00.000Z', '2026-11-11T00:00:00.000Z']);
    expect(days.bars).toHaveLength(9);
    const years = barsOf('visit', now, '2020-01-01T00:00:00.000Z');
    expect(years.bars.length).toBeLessThanOrEqual(62);
    expect(years.bars.at(-1)?.localeCompare(years.to)).toBe(-1);
    expect(barsOf('visit', now, null)).toEqual(barsOf('today', now, null));
  });

  it('says under its bars when they begin and end', () => {
    inZone('Europe/Berlin');
    expect(endsOf(barsOf('today', now, null), now)).toEqual(['today 00:00', '24:00']);
    expect(endsOf(barsOf('visit', now, '2026-11-17T20:15:00.000Z'), now)).toEqual([
      'yesterday 21:15',
      '24:00',
    ]);
    expect(endsOf(barsOf('month', now, null), now)).toEqual(['2026-11-01', '2026-11-18']);
  });
});

it.each<[SnoozeChoice, string, string]>([
  ['hour', '2026-11-18T23:30:00', '2026-11-19T00:30:00'],
  ['tomorrow', '2026-11-30T23:30:00', '2026-12-01T09:00:00'],
  // Wednesday, Monday and Sunday.
  ['week', '2026-11-18T12:00:00', '2026-11-23T09:00:00'],
  ['week', '2026-11-16T08:00:00', '2026-11-23T09:00:00'],
  ['week', '2026-11-22T12:00:00', '2026-11-23T09:00:00'],
])('%s from %s ends at %s', (choice, now, end) => {
  expect(snoozeEnd(choice, new Date(now).getTime())).toBe(new Date(end).toISOString());
});
