/** The only place that reads the time of day. Everything else takes a Clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** For durations: nobody sets it, and it never goes back. Milliseconds since this program began. */
export const steadyClock: Clock = { now: () => performance.now() };

/** From a clock's time of now on by the steady clock, whatever that clock is set to. */
export function steadyFrom(clock: Clock, steady: Clock = steadyClock): Clock {
  const ahead = clock.now() - steady.now();
  return { now: () => steady.now() + ahead };
}

/** ISO 8601 UTC with milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const isoNow = (clock: Clock): string => isoTime(clock.now());

/**
 * Now, or a millisecond after `latest` where that is not before it, whatever the clocks of this and other computers
 * say. Both ISO 8601 UTC, of which empty is before all.
 */
export const laterThan = (latest: string, now: string): string =>
  now > latest ? now : isoTime(Date.parse(latest) + 1);

/** So long after a moment that was stored, and where the clock was set back since. @param at ISO 8601 */
export const hasPassed = (at: string, afterMs: number, now: number): boolean => {
  const passed = now - Date.parse(at);
  return passed >= afterMs || passed < 0;
};

/** What comes again from time to time. */
export interface Period {
  /** So long after it began, before it ever began, and where the clock was set back since. */
  isDue(afterMs: number): boolean;
  begin(): void;
  /** It is due at once. */
  end(): void;
}

export function createPeriod(clock: Clock): Period {
  let since: number | null = null;
  return {
    isDue(afterMs) {
      if (since === null) return true;
      const passed = clock.now() - since;
      return passed >= afterMs || passed < 0;
    },
    begin() {
      since = clock.now();
    },
    end() {
      since = null;
    },
  };
}
