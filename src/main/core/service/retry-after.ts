/** Times in headers: dates, and `Retry-After` in both of its forms (RFC 9110 10.2.3): seconds, or a date. */
import type { Clock } from '../../../platform/clock.ts';

/** Milliseconds from now, never negative; null when there is none or it can't be read. */
export function readRetryAfter(value: string | null, clock: Clock): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = readHttpDate(text);
  return at === null ? null : Math.max(0, at - clock.now());
}

/** Milliseconds since 1970; null where it can't be read. */
export function readHttpDate(value: string | null): number | null {
  const text = value?.trim() ?? '';
  // Every form of an HTTP date begins with the name of a day; Date.parse alone takes far more.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The oldest form (asctime) names no zone, and means UTC all the same.
  const at = Date.parse(/:\d\d \d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : at;
}
