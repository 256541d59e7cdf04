/** What limits of a day count. The day is UTC everywhere, so that computers in two places count the same. */
import type { WriteName } from '../../../contract/writes.ts';
import { isoTime } from '../../../platform/clock.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Keys of requests of an operation that were journalled since a moment (ISO 8601 UTC) and exist or may exist. */
export const keysSentSince = `SELECT key FROM intents
  WHERE operation = ? AND journalled_at >= ? AND state IN ('journalled', 'created', 'unknown')`;

/** As 2026-11-26. @param at milliseconds */
export const dayOf = (at: number): string => isoTime(at).slice(0, 10);

export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;

/** How many count for this day. @param at milliseconds */
export const sentOn = (sqlite: Sqlite, operation: WriteName, at: number): number =>
  readCount(sqlite, `SELECT count(*) AS count FROM (${keysSentSince})`, [
    operation,
    startOfDay(dayOf(at)),
  ]);
