import { expect, it } from 'vitest';
import { laterThan, steadyFrom } from './clock.ts';

it.each([
  ['', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ['9998-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'],
])('after “%s” at %s comes %s', (latest, now, later) => {
  expect(laterThan(latest, now)).toBe(later);
  expect(later > latest).toBe(true);
});

it('steadyFrom goes on from the time of now, whatever the clock is set to', () => {
  const clock = { now: () => wall };
  const steady = { now: () => up };
  let wall = 1_000_000;
  let up = 5;
  const from = steadyFrom(clock, steady);
  expect(from.now()).toBe(1_000_000);
  [wall, up] = [wall - 3_600_000, up + 20];
  expect(from.now()).toBe(1_000_020);
});
