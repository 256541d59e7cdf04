import { expect, it } from 'vitest';
import { collectAtRest } from './thread.ts';

/** What nothing else refers to; the function's end lets go of it. */
const leftOver = () => new WeakRef({});

it('gives back what nothing refers to, and again after more was done', async () => {
  const act = collectAtRest(10);
  for (let turn = 0; turn < 2; turn += 1) {
    const left = leftOver();
    act();
    await expect.poll(() => left.deref() === undefined, { timeout: 10_000 }).toBe(true);
  }
});
