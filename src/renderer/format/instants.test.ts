import { describe, expect, it } from 'vitest';
import { longInstant } from '../../bridge/instants.ts';
import { ageOf, asOf, shortInstant } from './instants.ts';

const at = (text: string): number => new Date(text).getTime();
/** Local noon, so that the day does not depend on the zone the tests run in. */
const now = new Date(2026, 10, 20, 12, 0, 0).getTime();
const earlier = (milliseconds: number): string => new Date(now - milliseconds).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('ages', () => {
  it.each([
    [20_000, 'just now'],
    [4 * minute, '4 min ago'],
    [59 * minute + 59_000, '59 min ago'],
    [3 * hour, '3 h ago'],
    [day, '1 day ago'],
    [40 * day, '40 days ago'],
    [3_650 * day, '3,650 days ago'],
  ])('%i ms before now is "%s"', (distance, words) => {
    expect(ageOf(earlier(distance), now)).toBe(words);
  });

  it('what is to come is said so', () => {
    expect(ageOf(earlier(-5 * day), now)).toBe('in 5 days');
  });

  it('text that is no time has no age', () => {
    expect(ageOf('soon', now)).toBe('');
  });
});

describe('short instants', () => {
  it('today and yesterday are named, other days are dated', () => {
    expect(shortInstant(earlier(2 * hour), now)).toBe('today 10:00');
    expect(shortInstant(earlier(day), now)).toBe('yesterday 12:00');
    expect(shortInstant(earlier(3 * day), now)).toBe('2026-11-17 12:00');
  });

  it('a text that is no time is shown as it came', () => {
    expect(shortInstant('n/a', now)).toBe('n/a');
    expect(longInstant('n/a')).toBe('n/a');
  });
});

describe('as of', () => {
  it('is the time alone within the hour', () => {
    expect(asOf(earlier(10 * minute), now)).toBe('11:50');
  });

  it('says the age after an hour and the day after midnight', () => {
    expect(asOf(earlier(3 * hour), now)).toBe('09:00, 3 h ago');
    expect(asOf(earlier(2 * day), now)).toBe('2026-11-18 12:00, 2 days ago');
  });
});

it('long instants carry seconds and the zone', () => {
  expect(longInstant(new Date(at('2026-11-20T11:58:03.482Z')).toISOString())).toMatch(
    /^2026-11-\d\d \d\d:58:03 \S+/,
  );
});
