/** Days of a time zone as moments. */
import { invalid } from '../../core/intents/failed.ts';
import { zoneName } from '../../core/pdf/moments.ts';
import { instantOf } from '../../core/records/order.ts';

/** Whole days, both included: `2026-11-01` to `2026-11-30`. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** ISO 8601 UTC: from this moment on, and before that one. */
export interface Moments {
  readonly from: string;
  readonly to: string;
}

export const isBefore = (instant: string, moment: string): boolean => {
  const at = instantOf(instant);
  return at !== null && at < Date.parse(moment);
};
export const isWithin = (instant: string | null, { from, to }: Moments): boolean =>
  instant !== null && isBefore(instant, to) && !isBefore(instant, from);

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for a zone that is not known. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = '2-digit';
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  formats.set(timeZone, format);
  return format;
}

/** `2026-11-20 12:03:11` in the zone. */
function wallClock(milliseconds: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** `2026-11-20 12:03` in the zone. */
export const localMinute = (instant: string, timeZone: string): string =>
  wallClock(Date.parse(instant), timeZone).slice(0, 16);

/** As `localMinute`; in the hour that comes twice `2026-10-25 02:30 GMT+1`. */
export function zonedMinute(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  const shown = wallClock(at, timeZone);
  const isTwice = setBackMs.some((ms) =>
    [at - ms, at + ms].some((other) => wallClock(other, timeZone) === shown),
  );
  return isTwice ? `${shown.slice(0, 16)} ${zoneName(instant, timeZone)}` : shown.slice(0, 16);
}

/** By how much zones set their clocks back. */
const setBackMs = [30, 60, 120].map((minutes) => minutes * 60_000);

/** `2026-11` in the zone. */
export const localMonth = (instant: string, timeZone: string): string =>
  wallClock(Date.parse(instant), timeZone).slice(0, 7);

/** Milliseconds since 1970 of the first moment of the day: midnight, or later where clocks skip it. */
export function startOfDay(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (at: number) => Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`) - at;
  const offsets = [offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)];
  const within = offsets
    .map((offset) => asUtc - offset)
    .filter((at) => wallClock(at, timeZone).startsWith(day));
  // A day that a zone skipped whole begins where the next one does.
  return within.length === 0 ? asUtc - Math.min(...offsets) : Math.min(...within);
}

/** Throws Failed INVALID. */
export function momentsOf({ from, to, timeZone }: Period): Moments {
  if (to < from) throw invalid('Choose a last day that is not before the first day.', 'period');
  try {
    const next = new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
    return {
      from: new Date(startOfDay(from, timeZone)).toISOString(),
      to: new Date(startOfDay(next, timeZone)).toISOString(),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid(
      `Choose another time zone: “${timeZone}” is not known on this computer.`,
      'time-zone',
    );
  }
}
