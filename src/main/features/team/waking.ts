/**
 * A notification wakes all computers of a team at once: each asks the database in a moment of its own, and rests after
 * it. What is new here goes a moment later.
 */
import type { Clock } from '../../../platform/clock.ts';
import { fraction, type Random } from '../../../platform/random.ts';

/**
 * Nobody who writes waits until it is signed and sealed, and what follows at once goes with it: an outcome with its
 * request. In milliseconds.
 */
const NEWS_MS = 20;

/** @param restMs at least between two calls of `wake` */
export function createWaking(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly restMs: () => number;
  readonly wake: () => void;
}) {
  const { clock, random, restMs, wake } = parts;
  let last = 0;
  let timer: NodeJS.Timeout | null = null;
  let news: NodeJS.Timeout | null = null;
  return {
    /** Calls until it wakes join. */
    soon(): void {
      if (timer !== null) return;
      const most = restMs();
      // A clock that was set back makes nobody wait for longer.
      const rest = Math.min(most, Math.max(0, last + most - clock.now()));
      timer = setTimeout(
        () => {
          timer = null;
          last = clock.now();
          wake();
        },
        rest + (fraction(random) * most) / 2,
      );
    },
    /** Something is new here. */
    news(): void {
      news ??= setTimeout(() => {
        news = null;
        wake();
      }, NEWS_MS);
    },
    stop(): void {
      for (const one of [timer, news]) if (one !== null) clearTimeout(one);
    },
  };
}
