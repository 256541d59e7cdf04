/** One form of days and moments for all that a person reads, on the page and in main's own documents. */

/** ISO 8601 with a zone. Date reads more: a day as midnight in UTC, a time without a zone as of here, `INV-1` as of 2001. */
const form = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Local wall clock of an instant; null for what is no instant, or is one only by a zone that nobody named. */
export function localParts(instant: string): Date | null {
  if (!form.test(instant)) return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** By what Date says of the zone, which changes while Causeway runs: finding one costs far more than a time in words. */
const zoneNames = new Map<string, string>();

/** `GMT+2`, as the system names the zone at that moment. */
export function zoneOf(instant: string): string {
  const date = localParts(instant);
  if (date === null) return '';
  // `GMT+0545 (Nepal Time)`: a format that was made before a change keeps the zone of then.
  const key = date.toTimeString().slice(9);
  const known = zoneNames.get(key);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts(date);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  zoneNames.set(key, name);
  return name;
}

/** Whether the clock shows this moment as it shows another one: clocks are set back. */
export function isShownTwice(date: Date): boolean {
  const minute = 60_000;
  const offsetAt = (later: number) => new Date(date.getTime() + later * minute).getTimezoneOffset();
  const offset = date.getTimezoneOffset();
  // No zone sets its clock back further.
  return [-180, 180].some((later) => {
    const other = offsetAt(later);
    const isBack = later > 0 ? other > offset : other < offset;
    return isBack && offsetAt(other - offset) === other;
  });
}

/** `2026-11-20 11:58:03 GMT+1`: for details. Text that is no time stays as it came. */
export function longInstant(instant: string): string {
  const date = localParts(instant);
  if (date === null) return instant;
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${dayOf(date)} ${clock} ${zoneOf(instant)}`.trimEnd();
}

/** `2026-11-20`: the day of a moment here. Text that is no time stays as it came. */
export function localDay(instant: string): string {
  const date = localParts(instant);
  return date === null ? instant : dayOf(date);
}
