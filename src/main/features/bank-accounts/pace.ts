import { doubledMs } from '../../../platform/back-off.ts';

/**
 * How many questions may be under way at once. Answers raise it slowly, a request to slow down halves
 * it, as senders on a shared line do.
 */
export interface Pace {
  /** Questions that may be under way. */
  limit(): number;
  answered(): void;
  /**
   * The service asked to slow down. Returns for how many milliseconds nothing may be asked.
   * @param retryAfterMs what it asked for; null when it named no time
   */
  slowedDown(retryAfterMs: number | null): number;
}

const FIRST = 4;
const MOST = 8;
/** Answers in a row before one more is let under way. */
const STEADY = 8;
const WAITS = { firstMs: 1_000, longestMs: 60_000 };

export function createPace(): Pace {
  let limit = FIRST;
  let steady = 0;
  let refusals = 0;
  return {
    limit: () => limit,
    answered() {
      refusals = 0;
      steady += 1;
      if (steady < STEADY || limit >= MOST) return;
      limit += 1;
      steady = 0;
    },
    slowedDown(retryAfterMs) {
      limit = Math.max(1, Math.floor(limit / 2));
      steady = 0;
      refusals += 1;
      const own = doubledMs(refusals, WAITS);
      return retryAfterMs ?? own;
    },
  };
}
