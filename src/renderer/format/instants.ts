/** Times as people read them: local with the zone, ISO on hover, and how long ago. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Local wall clock of an instant; null for what is no instant. */
function localParts(instant: string): Date | null {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}

const two = (value: number): string => String(value).padStart(2, '0');

const clockOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Made once for each locale: making one costs far more than a time in words. */
const zoneFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function zoneFormat(locale: string | undefined): Intl.DateTimeFormat {
  const known = zoneFormats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' });
  zoneFormats.set(locale, made);
  return made;
}

/** `GMT+2`, as the system names the zone at that moment. */
export function zoneOf(instant: string, locale?: string): string {
  const date = localParts(instant);
  if (date === null) return '';
  const parts = zoneFormat(locale).formatToParts(date);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** `today 11:58`, `yesterday 09:02`, `2026-11-18 16:40`: for lists. Text that is no time stays as it came. */
export function shortInstant(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return instant;
  if (dayOf(date) === dayOf(new Date(now))) return `today ${clockOf(date)}`;
  if (dayOf(date) === dayOf(new Date(now - day))) return `yesterday ${clockOf(date)}`;
  return `${dayOf(date)} ${clockOf(date)}`;
}

/** `2026-11-20 11:58:03 GMT+1`: for details. */
export function longInstant(instant: string): string {
  const date = localParts(instant);
  if (date === null) return instant;
  return `${dayOf(date)} ${clockOf(date)}:${two(date.getSeconds())} ${zoneOf(instant)}`.trimEnd();
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
  const days = Math.floor(distance / day);
  return days === 1 ? '1 day' : `${days} days`;
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
