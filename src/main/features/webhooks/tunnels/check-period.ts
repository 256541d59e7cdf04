/** How often a tunnel is proved, so that no path's proof grows too old to count. */
import { checkHoldsMs } from '../../../../bridge/check-age.ts';

/** In turn, all paths within this: it leaves room for the drawn part of a period and for slow proofs. */
const roundMs = 0.88 * checkHoldsMs;

/** @returns milliseconds from one proof to the next: `everyMs`, or less where there are many paths. */
export const checkPeriodMs = (everyMs: number, paths: number): number =>
  Math.min(everyMs, Math.floor(roundMs / Math.max(1, paths)));
