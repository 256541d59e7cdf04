/**
 * How many entries another computer lacks, by what it said last. It says so now and then: what came here since
 * can't be in it yet, and counts once the computer has had the time to read it and to say so.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface Lag {
  /** So many entries are here. */
  note(has: number): void;
  behind(has: number): number;
}

/** @param restMs how long what came is not missed */
export function createLag(clock: Clock, restMs: () => number): Lag {
  /** By time; of those from before the rest the last alone. */
  let noted: { readonly at: number; readonly has: number }[] = [];
  return {
    note(has) {
      const now = clock.now();
      // The clock may have been set back.
      noted = [...noted.filter(({ at }) => at <= now), { at: now, has }];
      const first = noted.findLastIndex(({ at }) => at <= now - restMs());
      if (first > 0) noted = noted.slice(first);
    },
    behind: (has) => Math.max(0, (noted[0]?.has ?? 0) - has),
  };
}
