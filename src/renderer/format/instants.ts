/** Times as people read them: local with the zone, ISO on hover, and how long ago. */
import {
  dayOf,
  isShownTwice,
  localParts,
  longInstant,
  twoDigits,
  zoneOf,
} from '../../bridge/instants.ts';
import { counted } from '../../bridge/words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const clockOf = (date: Date): string =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;

/**
 * `today 11:58`, `yesterday 09:02`, `2026-11-18 16:40`: for lists. In the hour that comes twice `2026-10-25 02:30 GMT+1`.
 * Text that is no time stays as it came.
 */
export function shortInstant(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return instant;
  const short = dayAndClock(date, now);
  return isShownTwice(date) ? `${short} ${zoneOf(instant)}` : short;
}

function dayAndClock(date: Date, now: number): string {
  if (dayOf(date) === dayOf(new Date(now))) return `today ${clockOf(date)}`;
  // By the calendar: a day may have 23 hours or 25.
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (dayOf(date) === dayOf(yesterday)) return `yesterday ${clockOf(date)}`;
  return `${dayOf(date)} ${clockOf(date)}`;
}

/** `just now`, `4 min ago`, `3 h ago`, `2 days ago`, or `in 5 days` for what is to come. */
export function ageOf(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return '';
  const distance = now - date.getTime();
  const amount = amountOf(Math.abs(distance));
  if (amount === null) return 'just now';
  return distance >= 0 ? `${amount} ago` : `in ${amount}`;
}

function amountOf(distance: number): string | null {
  if (distance < minute) return null;
  if (distance < hour) return `${Math.floor(distance / minute)} min`;
  if (distance < day) return `${Math.floor(distance / hour)} h`;
  return counted(Math.floor(distance / day), 'day', 'days');
}

/** `in 23 h (2026-11-21 11:58:03 GMT+1)`: when something ends, wherever that is said. */
export const formatEnd = (instant: string, now: number): string =>
  `${ageOf(instant, now)} (${longInstant(instant)})`;

/** `12:03`, or with the day and the age where it is not of today: `as of` lines. */
export function asOf(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return instant;
  const isToday = dayOf(date) === dayOf(new Date(now));
  const when = isToday ? clockOf(date) : `${dayOf(date)} ${clockOf(date)}`;
  return now - date.getTime() < hour ? when : `${when}, ${ageOf(instant, now)}`;
}

/** In the one form that instants have, as an address names one; null for what is no time. */
export function momentOf(text: string | null): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
