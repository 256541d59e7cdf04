/** Going along a whole log, from its first entry to its last. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type ChainedEntry, followChain, type Link, START } from './chain.ts';

/** Entries are checked this many at a time, so that a long log is never in memory whole. */
const CHECKED_AT_ONCE = 1000;

export type Stored = ChainedEntry & { readonly hash: string };

const highestRow = z.object({ highest: z.int() });

/** The highest number ever given, also to entries that are gone. */
export const highestEverGiven = (sqlite: Sqlite): number =>
  highestRow.parse(
    sqlite.first(
      "SELECT coalesce(max(seq), 0) AS highest FROM sqlite_sequence WHERE name = 'audit_log'",
    ),
  ).highest;

/** `brokenAt`: the first entry that does not fit the chain or is gone; null when all fit. */
export function verifyLog(
  sqlite: Sqlite,
  onProgress: (done: number) => void = () => undefined,
): { readonly last: Link; readonly brokenAt: number | null } {
  // Strict tables hold what their types say; parsing each row would take longer than its hash.
  const pageAfter = (sequence: number) =>
    sqlite.all('SELECT * FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT ?', [
      sequence,
      CHECKED_AT_ONCE,
    ]) as Stored[];
  for (let last = START; ; ) {
    const entries = pageAfter(last.sequence);
    const step = followChain(last, entries);
    if (step.brokenAt !== null) return step;
    last = step.last;
    onProgress(last.sequence);
    if (entries.length > 0) continue;
    return { last, brokenAt: last.sequence < highestEverGiven(sqlite) ? last.sequence + 1 : null };
  }
}
