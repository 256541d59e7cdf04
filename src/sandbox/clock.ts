/** The one place of the sandbox that knows what time it is. Everything else takes a {@link Clock}. */

/** A source of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 UTC with milliseconds (Interface, conventions). */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * The `updated` of a record that changes now: never the same as before, so that who compares two
 * versions of a record can tell which is later even when both were made in one millisecond.
 */
export const nextUpdated = (previous: string, clock: Clock): string =>
  isoTime(Math.max(clock.now(), Date.parse(previous) + 1));
