import { expect, it } from 'vitest';
import type { LifecycleView } from '../../../../bridge/timeline.ts';
import { lastingOf } from './lifecycle-section.tsx';

const at = '2026-11-20T09:00:00.000Z';
const step = { happenedAt: at, heardAt: at, isUsual: true, unheard: [] };
const view: LifecycleView = {
  subject: 'payout',
  steps: [
    { ...step, key: 1, state: 'created', eventId: 'event_1', sinceMs: null },
    { ...step, key: 2, state: 'pending', eventId: 'event_2', sinceMs: 60_000 },
    { ...step, key: 3, state: 'funded', eventId: 'event_3', sinceMs: 3 },
    { ...step, key: 4, state: 'processing', eventId: 'event_4', sinceMs: 1_000 },
  ],
  next: ['successful', 'failed'],
};

it('says how long each state lasted, and the last one so far', () => {
  const now = Date.parse(at) + 26 * 3_600_000;
  const lasting = [0, 1, 2, 3, 4].map((index) => lastingOf(view, index, now));
  expect(lasting).toEqual(['for 1 min', 'for < 0.1 s', 'for 1.0 s', 'for 26 h so far', null]);
});

it('does not count on where nothing usually follows', () => {
  expect(lastingOf({ ...view, next: [] }, 3, Date.parse(at) + 60_000)).toBeNull();
});
