import { expect, it } from 'vitest';
import { momentsFor } from './feature.ts';

it('a pack is made no earlier than what it knows, while time goes on', async () => {
  let time = Date.parse('2026-11-25T12:00:00.000Z');
  const parts = {
    sqlite: { first: () => ({ at: null }) },
    clock: { now: () => time++ },
    payouts: { latest: () => Promise.resolve('') },
    profile: { id: 'profile_a' },
    webhooks: {
      demand: () => ({
        ingress: { inbox: { lastWaitingAt: () => null } },
        takeIn: () => Promise.resolve(),
      }),
    },
  };
  const { madeAt, knownAt } = await momentsFor(parts as never, null);
  expect(Date.parse(madeAt)).toBeGreaterThanOrEqual(Date.parse(knownAt));
});
