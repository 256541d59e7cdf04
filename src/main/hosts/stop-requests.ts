/**
 * What a request to stop means. The first one stops, and lets writes under way have their answer; a
 * later one ends the wait. A terminal sends Ctrl+C to the whole group, and whoever started us passes it
 * on as well, so what comes within half a second is the same request.
 */
export interface StopRequests {
  /** Aborted by a second request. */
  readonly hurry: AbortSignal;
  /** Somebody asked; true for the very first time. */
  ask(): boolean;
}

const sameRequestMs = 500;

/** What is said while a stop waits. */
export const waitingMessage =
  'A request is under way: Causeway waits for its response, at most a minute. Stop again to end at once; the outcome is then unknown.';

/** `now`: milliseconds of a clock that never goes back. */
export function createStopRequests(now: () => number): StopRequests {
  const hurry = new AbortController();
  let first: number | null = null;
  return {
    hurry: hurry.signal,
    ask() {
      if (first === null) {
        first = now();
        return true;
      }
      if (now() - first >= sameRequestMs) hurry.abort();
      return false;
    },
  };
}
