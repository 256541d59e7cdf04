/** Instants to the millisecond, and how long lies between two of them. */
import { isShownTwice, localParts, longInstant, zoneOf } from '../../bridge/instants.ts';
import { counted } from '../../bridge/words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;

const clockOf = (date: Date): string =>
  `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}:${digits(date.getSeconds(), 2)}.${digits(date.getMilliseconds(), 3)}`;

/**
 * `12:03:11.482` of today, `2026-11-18 12:03:11.482` of another day. In the hour that comes twice the zone stands behind,
 * and with a day in the place of the milliseconds, for which there is no room. Text that is no time stays.
 */
export function exactInstant(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return instant;
  const isToday = dayOf(date) === dayOf(new Date(now));
  const exact = isToday ? clockOf(date) : datedInstant(instant);
  return isShownTwice(date) ? `${isToday ? exact : exact.slice(0, 19)} ${zoneOf(instant)}` : exact;
}

/** `2026-11-18 12:03:11.482`, today too: where one moment stands for itself. Text that is no time stays. */
export function datedInstant(instant: string): string {
  const date = localParts(instant);
  return date === null ? instant : `${dayOf(date)} ${clockOf(date)}`;
}

/** `0.4 s`, `12 s`, `4 min`, `3 h`, `2 days`: the largest unit that fits, of a distance in ms. */
export function formatDistance(milliseconds: number): string {
  const distance = Math.abs(milliseconds);
  if (distance < 9_950) return `${(distance / 1_000).toFixed(1)} s`;
  if (distance < minute) return `${Math.round(distance / 1_000)} s`;
  if (distance < hour) return `${Math.floor(distance / minute)} min`;
  if (distance < day) return `${Math.floor(distance / hour)} h`;
  return counted(Math.floor(distance / day), 'day', 'days');
}

/** `+0.4 s`, `−0.2 s`: how much later the second moment is. null where either is no time. */
export function formatDelay(earlier: string, later: string): string | null {
  const distance = Date.parse(later) - Date.parse(earlier);
  if (Number.isNaN(distance)) return null;
  return `${distance < 0 ? '−' : '+'}${formatDistance(distance)}`;
}

/** `2026-11-20 11:58:03 – 12:04:00 GMT+1`: two moments; the day and the zone are said once where they are the same. */
export function formatTimeRange(from: string, to: string): string {
  const first = longInstant(from);
  const last = longInstant(to);
  const isSameDay = first.slice(0, 11) === last.slice(0, 11);
  const isSameZone = first.slice(19) === last.slice(19);
  return isSameDay && isSameZone
    ? `${first.slice(0, 19)} – ${last.slice(11)}`
    : `${first} – ${last}`;
}

/** `+01:00`, of the zone at that moment. */
function offsetOf(date: Date): string {
  const minutes = Math.abs(date.getTimezoneOffset());
  const sign = date.getTimezoneOffset() > 0 ? '-' : '+';
  return `${sign}${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}`;
}

/**
 * A moment as people type it in local time: `2026-11-20 09:00:05`; '' for no time. The second of two that are written
 * alike, where clocks are set back, has its offset: `2026-10-25 02:30 +01:00`.
 */
export function localField(instant: string | null): string {
  const date = new Date(instant ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const clock = `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
  const isWhole = date.getSeconds() === 0;
  const text = `${dayOf(date)} ${isWhole ? clock : `${clock}:${digits(date.getSeconds(), 2)}`}`;
  const isOther = date.getTime() - Date.parse(instantOfField(text) ?? '') >= 1_000;
  return isOther ? `${text} ${offsetOf(date)}` : text;
}

const typedMoment =
  /^(\d{4}-\d{2}-\d{2})[T ]+(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * ISO 8601 UTC of such a text; null for nothing, for what is not a time, and for a day that no month has. A text that
 * two moments share means the first, unless an offset follows. `before` is what the field showed at first: its text may
 * leave out milliseconds.
 */
export function instantOfField(local: string, before: string | null = null): string | null {
  if (before !== null && local === localField(before)) return before;
  const [, day, clock, zone = ''] = typedMoment.exec(local.trim()) ?? [];
  const at = new Date(`${day}T${clock}${zone}`);
  if (Number.isNaN(at.getTime())) return null;
  const read = zone === '' ? dayOf(at) : new Date(`${day}T00:00Z`).toISOString().slice(0, 10);
  return read === day ? at.toISOString() : null;
}

/** Whether a field that may stay empty holds something else than a moment. */
export const isNoMoment = (local: string): boolean =>
  local.trim() !== '' && instantOfField(local) === null;
