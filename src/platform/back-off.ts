/** How long to wait before something is tried again. */
import { fraction, type Random } from './random.ts';

export interface Waits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Doubles with every failure in a row. `failures` counts from 1. */
export const doubledMs = (failures: number, { firstMs, longestMs }: Waits): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));

/** The same with half of it random, so that many clients of one server don't return together. */
export const drawnMs = (failures: number, waits: Waits, random: Random): number =>
  Math.round(doubledMs(failures, waits) * (0.5 + 0.5 * fraction(random)));

/** A period plus or minus a tenth. */
export const aroundMs = (periodMs: number, random: Random): number =>
  Math.round(periodMs * (0.9 + 0.2 * fraction(random)));

export interface Retry {
  /** Schedules `again`, unless it is scheduled already. */
  failed(): void;
  /** The next failure is a first one. */
  succeeded(): void;
  stop(): void;
}

/** Retries after ever longer waits; with `isFirstAtOnce` the first retry is immediate. */
export function createRetry(
  again: () => void,
  waits: Waits & { readonly isFirstAtOnce?: boolean },
): Retry {
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  return {
    failed() {
      if (isStopped || timer !== null) return;
      failures += 1;
      const isAtOnce = failures === 1 && waits.isFirstAtOnce === true;
      timer = setTimeout(
        () => {
          timer = null;
          again();
        },
        isAtOnce ? 0 : doubledMs(failures, waits),
      );
    },
    succeeded() {
      failures = 0;
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
