/** Days that a person chooses for a report, in the time zone of this computer. */

export const periodKinds = ['month', 'day', 'range'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export interface PeriodValues {
  kind: PeriodKind;
  /** `2026-11` */
  month: string;
  /** `2026-11-20`, or what is typed of it. */
  day: string;
  from: string;
  to: string;
}

/** Whole days, both included. */
export interface Days {
  from: string;
  to: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Whether there is such a day. */
const isDay = (text: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  return dayOf(new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) === text;
};

/** This month and those before it, newest first. */
export const monthsBefore = (now: number, count: number): string[] => {
  const today = new Date(now);
  return Array.from({ length: count }, (_, back) =>
    dayOf(new Date(today.getFullYear(), today.getMonth() - back, 1)).slice(0, 7),
  );
};

/** `November 2026` */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

export const firstPeriod = (now: number): PeriodValues => {
  const [month = ''] = monthsBefore(now, 1);
  return {
    kind: 'month',
    month,
    day: dayOf(new Date(now)),
    from: `${month}-01`,
    to: dayOf(new Date(now)),
  };
};

/** null where a day is not one, or the last day is before the first. */
export function daysOf({ kind, month, day, from, to }: PeriodValues): Days | null {
  if (kind === 'month') {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return { from: `${month}-01`, to: dayOf(new Date(year, number, 0)) };
  }
  const days =
    kind === 'day' ? { from: day.trim(), to: day.trim() } : { from: from.trim(), to: to.trim() };
  return isDay(days.from) && isDay(days.to) && days.from <= days.to ? days : null;
}

/** Which fields are to be entered again. */
export const wrongDays = (values: PeriodValues): ReadonlySet<'day' | 'from' | 'to'> => {
  const wrong = new Set<'day' | 'from' | 'to'>();
  const { kind, day, from, to } = values;
  if (kind === 'day' && !isDay(day.trim())) wrong.add('day');
  if (kind !== 'range') return wrong;
  if (!isDay(from.trim())) wrong.add('from');
  if (!isDay(to.trim()) || to.trim() < from.trim()) wrong.add('to');
  return wrong;
};

/** Moments of the days, as lists are asked: from this one on, and before that one. */
export const momentsOf = ({ from, to }: Days): { from: string; to: string } => {
  const [year = 0, month = 1, day = 1] = to.split('-').map(Number);
  return {
    from: new Date(`${from}T00:00:00`).toISOString(),
    to: new Date(year, month - 1, day + 1).toISOString(),
  };
};

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
