/** When a forward that failed is tried again. */

const second = 1_000;
const minute = 60 * second;

/** Pauses after the first, second, … failed try, in milliseconds. After the last one it is given up. */
export const retryPauses: readonly number[] = [
  second,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  60 * minute,
  6 * 60 * minute,
];

/** Longest pause that a target may ask for. */
const longestAsked = 60 * minute;

/**
 * Milliseconds until the next try; null when there is none. `attempts` counts those made, at least
 * one. `share` is in 0..1 and makes up to a fifth of jitter.
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs: number | null,
  share: number,
): number | null {
  const pause = retryPauses[attempts - 1];
  if (pause === undefined) return null;
  const jittered = pause * (1 + share / 5);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, longestAsked)));
}
