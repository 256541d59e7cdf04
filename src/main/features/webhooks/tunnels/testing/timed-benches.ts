/** Benches of one test file, under time that the test moves on; what runs is stopped after each test. */
import { afterEach, beforeEach, vi } from 'vitest';
import { type Bench, bench } from './bench.ts';

export interface TimedBenches {
  bench(...given: Parameters<typeof bench>): Bench;
  /** Lets that many milliseconds pass. */
  tick(ms?: number): Promise<unknown>;
}

export function timedBenches(): TimedBenches {
  const running: Bench[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(async () => {
    for (const { supervisor } of running.splice(0)) await supervisor.stop();
    vi.useRealTimers();
  });
  return {
    bench: (...given) => {
      const made = bench(...given);
      running.push(made);
      return made;
    },
    tick: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
  };
}
