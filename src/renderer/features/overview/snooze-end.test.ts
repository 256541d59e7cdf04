import { expect, it } from 'vitest';
import { type SnoozeChoice, snoozeEnd } from './snooze-end.ts';

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
