import { expect, it } from 'vitest';
import { watchSends } from './sends.ts';

const sends = () =>
  watchSends([], { control: () => Promise.reject(new Error('no fault is planned')) });

it('a moment is reached by its number of requests, or so long after the next one', async () => {
  const { note, reach } = sends();
  const never = new Promise(() => undefined);
  const byNumber = reach(2, 60_000, never);
  note(2);
  note(3);
  expect(await byNumber).toBe(true);
  const byTime = reach(1_000, 1, never);
  note(4);
  expect(await byTime).toBe(true);
});

it('what comes to rest late takes nothing from who watches by then', async () => {
  const { note, reach } = sends();
  const earlier = Promise.withResolvers<void>();
  const first = reach(1, 60_000, earlier.promise);
  note(2);
  expect(await first).toBe(true);
  const later = Promise.withResolvers<void>();
  const second = reach(2, 60_000, later.promise);
  earlier.resolve();
  await earlier.promise;
  note(3);
  later.resolve();
  expect(await second).toBe(true);
});
