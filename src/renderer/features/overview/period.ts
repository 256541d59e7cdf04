/** Periods of the start screen in the person's own time zone, cut into bars. */
import { dayOf } from '../../../bridge/instants.ts';
import { shortInstant } from '../../format/instants.ts';
import type { Period } from './paths.ts';
import { overviewTexts } from './texts.ts';

/** Until when a line is snoozed, in the person's own time zone. */
export type SnoozeChoice = 'hour' | 'tomorrow' | 'week';

/** When work begins. */
const morning = 9;

/** ISO 8601 UTC. A week ends on its Sunday. */
export function snoozeEnd(choice: SnoozeChoice, now: number): string {
  const at = new Date(now);
  const inDays = (days: number) =>
    new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, morning).toISOString();
  switch (choice) {
    case 'hour':
      return new Date(now + 3_600_000).toISOString();
    case 'tomorrow':
      return inDays(1);
    case 'week':
      return inDays(8 - (at.getDay() === 0 ? 7 : at.getDay()));
  }
}

export interface TimeBars {
  /** ISO 8601 UTC, as those below. */
  readonly from: string;
  readonly to: string;
  /** Where the bars begin; the first at `from`. */
  readonly bars: readonly string[];
  readonly unit: 'hour' | 'day';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A longer period since the last visit has bars of a day, and a very long one of several. */
const maxHours = 48;
const maxBars = 62;

const startOfDay = (at: Date, days = 0): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);

export const periods: readonly Period[] = ['visit', 'today', 'week', 'month'];

/** @param part of an address, behind the screen's place */
export const periodAt = (part: string | null | undefined): Period =>
  periods.find((period) => period === part) ?? 'today';

/** @param lastVisitAt ISO 8601; null leaves no period `visit`: then it is today. */
export function barsOf(period: Period, now: number, lastVisitAt: string | null): TimeBars {
  const at = new Date(now);
  const end = startOfDay(at, 1);
  const begin = beginOf(period, at, lastVisitAt);
  const isShort = end.getTime() - begin.getTime() <= maxHours * hourMs;
  const isInHours = isShort && period !== 'week' && period !== 'month';
  const bars = isInHours ? hoursBetween(begin, end) : daysBetween(begin, end);
  return {
    from: begin.toISOString(),
    to: end.toISOString(),
    bars: bars.map((bar) => bar.toISOString()),
    unit: isInHours ? 'hour' : 'day',
  };
}

/** Where the first bar begins, and where the last one ends or which day it is: what stands under bars. */
export function endsOf({ from, bars, unit }: TimeBars, now: number): readonly [string, string] {
  if (unit === 'hour') return [shortInstant(from, now), overviewTexts.moved.midnight];
  const day = (instant: string) => dayOf(new Date(instant));
  return [day(from), day(bars.at(-1) ?? from)];
}

/** What is asked of a period, the same wherever it is: an answer is found by it. */
export const movedInput = ({ from, to, bars }: Omit<TimeBars, 'unit'>, knownAt: string | null) => ({
  from,
  to,
  knownAt,
  bars: [...bars],
});

function beginOf(period: Period, at: Date, lastVisitAt: string | null): Date {
  switch (period) {
    case 'visit':
      return lastVisitAt === null ? startOfDay(at) : new Date(lastVisitAt);
    case 'today':
      return startOfDay(at);
    case 'week':
      // Monday is the first day.
      return startOfDay(at, -((at.getDay() + 6) % 7));
    case 'month':
      return new Date(at.getFullYear(), at.getMonth(), 1);
  }
}

function hoursBetween(begin: Date, end: Date): Date[] {
  const count = Math.ceil((end.getTime() - begin.getTime()) / hourMs);
  return Array.from({ length: count }, (_, hour) => new Date(begin.getTime() + hour * hourMs));
}

/** Each at midnight, whatever a day lasts there. */
function daysBetween(begin: Date, end: Date): Date[] {
  const days = Math.round((end.getTime() - startOfDay(begin).getTime()) / dayMs);
  const step = Math.ceil(days / maxBars);
  const count = Math.ceil(days / step);
  return Array.from({ length: count }, (_, bar) =>
    bar === 0 ? begin : startOfDay(begin, bar * step),
  );
}
