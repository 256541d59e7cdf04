/**
 * Every commit leaves the indexes of words a segment, and a search looks into each of them. Unresolved
 * merges them into one, a slice at a time, so that what arrives meanwhile is not kept waiting.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';

const searches = ['words', 'event_terms', 'plain_terms', 'joined_terms', 'email_terms'] as const;

/** Pages of one slice: a few hundredths of a second. */
const SLICE = 500;
/** From so many segments on, merging them is worth its cost. */
const MANY_SEGMENTS = 6;
/** And it is done again when the index has grown by this share, or by this many events. */
const GROWTH = 0.2;
const LEAST_GROWTH = 20_000;

const segmentsRow = z.object({ segments: z.int() });
const changesRow = z.object({ changes: z.int() });

export interface Unresolved {
  /** So many events are in the index now: there may be something to merge. */
  grown(events: number): void;
  /** Merges a slice in a commit of its own; false when nothing is left to merge. */
  step(): boolean;
}

export function createUnresolved(sqlite: Sqlite): Unresolved {
  let left: { readonly search: string; isBegun: boolean }[] = [];
  let settledAt: number | null = null;

  const segmentsOf = (search: string): number =>
    segmentsRow.parse(sqlite.first(`SELECT count(DISTINCT segid) AS segments FROM ${search}_idx`))
      .segments;
  const changes = (): number =>
    changesRow.parse(sqlite.first('SELECT total_changes() AS changes')).changes;

  return {
    grown(events) {
      if (left.length > 0) return;
      const isDue =
        settledAt === null
          ? segmentsOf('words') >= MANY_SEGMENTS
          : events - settledAt >= Math.max(LEAST_GROWTH, settledAt * GROWTH);
      settledAt ??= events;
      if (!isDue) return;
      settledAt = events;
      left = searches.map((search) => ({ search, isBegun: false }));
    },

    step() {
      const [next] = left;
      if (next === undefined) return false;
      // A negative number takes all segments together, whatever their sizes (FTS5, "merge").
      const pages = next.isBegun ? SLICE : -SLICE;
      const before = changes();
      sqlite.transaction(() =>
        sqlite.run(`INSERT INTO ${next.search} (${next.search}, rank) VALUES ('merge', ?)`, [
          pages,
        ]),
      );
      next.isBegun = true;
      // Fewer than two rows: there was nothing to merge.
      if (changes() - before < 2) left = left.slice(1);
      return left.length > 0;
    },
  };
}
