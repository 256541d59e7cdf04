/** The only place that reads the time of day. Everything else takes a Clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 UTC with milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const isoNow = (clock: Clock): string => isoTime(clock.now());
