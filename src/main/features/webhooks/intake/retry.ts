/** Tries again what failed, after ever longer waits. */

const FIRST_MS = 250;
const LONGEST_MS = 60_000;

export interface Retry {
  /** Calls `again` later, unless it is about to already. */
  failed(): void;
  /** The next failure is a first one. */
  succeeded(): void;
  stop(): void;
}

/** Waits a quarter of a second after the first failure, twice as long after each more, at most a minute. */
export function createRetry(again: () => void): Retry {
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  return {
    failed() {
      if (isStopped || timer !== null) return;
      timer = setTimeout(
        () => {
          timer = null;
          again();
        },
        Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 20)),
      );
      failures += 1;
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
