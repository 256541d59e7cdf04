import { expect, it } from 'vitest';
import { laterThan } from './clock.ts';

it.each([
  ['', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ['9998-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'],
])('after “%s” at %s comes %s', (latest, now, later) => {
  expect(laterThan(latest, now)).toBe(later);
  expect(later > latest).toBe(true);
});
