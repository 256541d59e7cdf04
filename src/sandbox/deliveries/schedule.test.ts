import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Settings } from '../state/settings.ts';
import { defaultSettings } from '../state/settings.ts';
import { createSchedule } from './schedule.ts';

const settingsWith = (current: Settings) => ({
  current,
  change: () => current,
  reset: () => undefined,
  reload: () => undefined,
});

/** `fraction` of it is this. */
const drawing = (fraction: number) => ({
  bytes: () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(Math.floor(fraction * 2 ** 32));
    return bytes;
  },
});

const schedule = (timeScale = 1, fraction = 0.5) =>
  createSchedule({
    settings: settingsWith(defaultSettings),
    random: drawing(fraction),
    timeScale,
  });

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;

test('attempts come after 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const delays = Array.from({ length: 11 }, (_, made) => schedule().delayAfter(made));
  expect(delays).toEqual([
    0,
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    null,
  ]);
});

test('the time scale divides them', () => {
  expect(schedule(60).delayAfter(3)).toBe(30 * second);
  expect(schedule(0.5).delayAfter(1)).toBe(10 * second);
});

test('jitter is up to a tenth either way', () => {
  expect(schedule(1, 0).delayAfter(1)).toBe(4_500);
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(unit, (fraction) => {
      const delay = schedule(1, fraction).delayAfter(9) ?? 0;
      expect(Math.abs(delay - 24 * hour)).toBeLessThanOrEqual(2.4 * hour);
    }),
  );
});
