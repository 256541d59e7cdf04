import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWaking } from './waking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('wakes within half its rest, once for many calls, and not again before the rest is over', () => {
  const woken: number[] = [];
  const began = Date.now();
  let restMs = 100;
  const waking = createWaking({
    clock: { now: () => Date.now() },
    restMs: () => restMs,
    random: { bytes: (length) => new Uint8Array(length).fill(0x80) },
    wake: () => woken.push(Date.now() - began),
  });
  waking.soon();
  waking.soon();
  vi.advanceTimersByTime(60);
  expect(woken).toEqual([25]);
  waking.soon();
  vi.advanceTimersByTime(100);
  expect(woken).toEqual([25, 150]);
  // A clock that was set back by an hour.
  vi.setSystemTime(Date.now() - 3_600_000);
  waking.soon();
  vi.advanceTimersByTime(125);
  expect(woken).toHaveLength(3);
  restMs = 0;
  // What is new here, and what follows it at once.
  waking.news();
  vi.advanceTimersByTime(19);
  waking.news();
  expect(woken).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(woken).toHaveLength(4);
  waking.soon();
  waking.news();
  waking.stop();
  vi.advanceTimersByTime(1_000);
  expect(woken).toHaveLength(4);
});
