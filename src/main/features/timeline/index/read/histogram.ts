/** How many events happened when, by family. */

import { z } from 'zod';
import type { HistogramView } from '../../../../../bridge/timeline.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { DAY_MS, firstKey, HOUR_MS, msOfKey } from '../keys.ts';
import { matchesOf } from './matches.ts';
import type { Steps } from './pages.ts';
import { knownBefore, type Plan } from './plan.ts';
import { tally } from './tally.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Widths that people read: each is a multiple of the one that its periods are counted in. */
const steps: readonly number[] = [
  ...[1, 5, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY_MS),
];

const edgeRow = z.object({ key: z.int().nullable() });

interface Extent {
  readonly from: number;
  readonly to: number;
}

export function* histogram(sqlite: Sqlite, plan: Plan, bars: number): Steps<HistogramView | null> {
  const extent = plan.isWordless ? null : extentOf(sqlite, plan);
  if (extent === null) return null;
  const stepMs = stepFor(extent, bars);
  const inside = { ...plan, low: Math.max(plan.low, firstKey(extent.from)) };
  const found = yield* tally(sqlite, inside, stepMs);
  if (found.length === 0) return null;

  const byFamily = new Map<string, number>();
  const byBar = new Map<number, Map<string, number>>();
  for (const { at, traits, events } of found) {
    const name = plan.known.byId.get(traits)?.name ?? '';
    const family = name.split('.', 1)[0] ?? name;
    byFamily.set(family, (byFamily.get(family) ?? 0) + events);
    const bar = Math.floor(at / stepMs) * stepMs;
    const counts = byBar.get(bar) ?? new Map<string, number>();
    counts.set(family, (counts.get(family) ?? 0) + events);
    byBar.set(bar, counts);
  }
  const families = [...byFamily.entries()]
    .sort(([left, more], [right, less]) => less - more || (left < right ? -1 : 1))
    .map(([family]) => family);
  const sorted = [...byBar.entries()].sort(([left], [right]) => left - right);
  const first = sorted[0]?.[0] ?? extent.from;
  const last = sorted.at(-1)?.[0] ?? extent.to;
  return {
    from: iso(plan.filter.from === null ? first : extent.from),
    to: iso(plan.filter.to === null ? last + stepMs : extent.to),
    bucketMs: stepMs,
    families,
    bars: sorted.map(([at, counts]) => ({
      at: iso(at),
      counts: families.map((family) => counts.get(family) ?? 0),
    })),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The narrowest width with which the range needs no more bars than wanted. */
function stepFor({ from, to }: Extent, bars: number): number {
  const fits = (step: number): boolean =>
    Math.floor((to - 1) / step) - Math.floor(from / step) + 1 <= bars;
  const step = steps.find(fits);
  if (step !== undefined) return step;
  let widest = 364 * DAY_MS;
  while (!fits(widest)) widest *= 2;
  return widest;
}

/** The range that was asked for, where it was; else the one in which there are events. */
function extentOf(sqlite: Sqlite, plan: Plan): Extent | null {
  const from = plan.filter.from === null ? firstOf(sqlite, plan, 'ASC') : plan.low;
  const to = plan.filter.to === null ? firstOf(sqlite, plan, 'DESC') : plan.high - 1;
  if (from === null || to === null || to < from) return null;
  return { from: msOfKey(from), to: msOfKey(to) + 1 };
}

/** The first or last key that may pass. */
function firstOf(sqlite: Sqlite, plan: Plan, order: 'ASC' | 'DESC'): number | null {
  const bound = plan.knownAt === null ? plan.high : Math.min(plan.high, knownBefore(plan.knownAt));
  const high = plan.known.all.some(({ traits }) => traits.isAhead) ? plan.high : bound;
  const read = (sql: string, values: readonly (string | number)[]): number | null => {
    const row = sqlite.first(`${sql} ORDER BY key ${order} LIMIT 1`, values);
    return row === undefined ? null : edgeRow.parse(row).key;
  };
  const keys = () => {
    if (plan.words.length > 0) {
      return matchesOf(sqlite, plan).expressions.map((match) =>
        read('SELECT rowid AS key FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?', [
          ...[match, plan.low, high],
        ]),
      );
    }
    if (plan.traits === null) {
      return [read('SELECT key FROM events WHERE key >= ? AND key < ?', [plan.low, high])];
    }
    return plan.traits.map(({ id }) =>
      read('SELECT key FROM events WHERE traits = ? AND key >= ? AND key < ?', [
        ...[id, plan.low, high],
      ]),
    );
  };
  const found = keys().filter((key) => key !== null);
  if (found.length === 0) return null;
  return order === 'ASC' ? Math.min(...found) : Math.max(...found);
}
