import { describe, expect, it } from 'vitest';
import {
  datedInstant,
  exactInstant,
  formatDelay,
  formatDistance,
  formatTimeRange,
  instantOfField,
  isNoMoment,
  localField,
} from './exact-instants.ts';

/** Local times, so that the tests say the same in every zone. */
const at = (text: string): string => new Date(text).toISOString();
const now = Date.parse('2026-11-20T15:00:00');

describe('instants to the millisecond', () => {
  it.each([
    [at('2026-11-20T12:03:11.482'), '12:03:11.482'],
    [at('2026-11-18T02:03:01.002'), '2026-11-18 02:03:01.002'],
    ['soon', 'soon'],
  ])('%s reads %s', (instant, words) => {
    expect(exactInstant(instant, now)).toBe(words);
  });

  it('say their day, today too, where they stand for themselves', () => {
    expect(datedInstant(at('2026-11-20T12:03:11.482'))).toBe('2026-11-20 12:03:11.482');
    expect(datedInstant('soon')).toBe('soon');
  });

  it.each([
    [400, '0.4 s'],
    [9_949, '9.9 s'],
    [9_999, '10 s'],
    [59_000, '59 s'],
    [-60_000, '1 min'],
    [7_300_000, '2 h'],
    [86_400_000, '1 day'],
    [200_000_000, '2 days'],
    [315_360_000_000, '3,650 days'],
  ])('%i ms are %s', (distance, words) => {
    expect(formatDistance(distance)).toBe(words);
  });

  it('a delay says which way it goes, and nothing where a time is missing', () => {
    expect(formatDelay('2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.400Z')).toBe('+0.4 s');
    expect(formatDelay('2026-11-20T12:00:00.400Z', '2026-11-20T12:00:00.000Z')).toBe('−0.4 s');
    expect(formatDelay('never', '2026-11-20T12:00:00.000Z')).toBeNull();
  });

  it('a stretch within a day names the day once', () => {
    expect(formatTimeRange(at('2026-11-20T09:00:00'), at('2026-11-20T10:30:00'))).toMatch(
      /^2026-11-20 09:00:00 – 10:30:00/,
    );
    expect(formatTimeRange(at('2026-11-20T09:00:00'), at('2026-11-21T10:30:00'))).toMatch(
      /^2026-11-20 09:00:00.* – 2026-11-21 10:30:00/,
    );
  });

  it('a field for local time gives back what was put in, to the second', () => {
    for (const text of ['2026-11-20T09:00:00.000', '2026-11-20T09:00:05.000']) {
      expect(instantOfField(localField(at(text)))).toBe(at(text));
    }
    expect(localField(null)).toBe('');
    expect(instantOfField('')).toBeNull();
    expect(localField(at('2026-11-20T09:00:05'))).toBe('2026-11-20 09:00:05');
    expect(instantOfField(' 2026-11-20 09:00 ')).toBe(at('2026-11-20T09:00'));
    for (const typed of ['tomorrow', '5', '20/11/2026 09:00', '2026-02-30 09:00', '2026-11-20']) {
      expect(instantOfField(typed)).toBeNull();
      expect(isNoMoment(typed)).toBe(true);
    }
    expect(isNoMoment(' ')).toBe(false);
  });
});
