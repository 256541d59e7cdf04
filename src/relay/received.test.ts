/** A relay says nothing of times when its database did not answer. */
import { expect, it } from 'vitest';
import { createReceived } from './received.ts';

it('ends the stretch at the first delivery that is not durable, and begins with the next one that is', async () => {
  let now = 1_000;
  let isAway = false;
  const said: [number, number][] = [];
  const received = createReceived({
    clock: { now: () => now },
    isTaking: () => true,
    async say(from, to) {
      if (isAway) throw new Error('away');
      said.push([from, to]);
    },
  });
  await received.tell();
  now = 2_000;
  received.failed(now);
  now = 3_000;
  received.failed(now);
  now = 4_000;
  received.taken();
  now = 5_000;
  isAway = true;
  await expect(received.tell()).rejects.toThrow('away');
  isAway = false;
  now = 6_000;
  await received.tell();
  now = 7_000;
  await received.tell();
  expect(said).toEqual([
    [1_000, 2_000],
    [6_000, 7_000],
  ]);
});
