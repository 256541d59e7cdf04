/** Going along a whole log, from its first entry to its last. */
import { z } from 'zod';
import { jsonObjectText, jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type ChainedEntry, followChain, type Link, START } from './chain.ts';
import { areWordsOf } from './words.ts';

/** Entries are checked this many at a time, so that a long log is never in memory whole. */
const CHECKED_AT_ONCE = 1000;

export type Stored = ChainedEntry & { readonly hash: string };

/** With what stands beside it (words.ts), as it is stored; null where nothing does. */
export type StoredWithWords = Stored & {
  readonly salt?: string | null;
  readonly words?: string | null;
};

const highestRow = z.object({ highest: z.int() });

/** The highest number ever given, also to entries that are gone. */
export const highestEverGiven = (sqlite: Sqlite): number =>
  highestRow.parse(
    sqlite.first(
      "SELECT coalesce(max(seq), 0) AS highest FROM sqlite_sequence WHERE name = 'audit_log'",
    ),
  ).highest;

const wordRows = z.array(
  z.object({
    sequence: z.int(),
    salt: z.string(),
    words: jsonText.pipe(z.record(z.string(), z.string())),
    facts: jsonObjectText.nullable(),
  }),
);

/** The first entry whose words are not those that it was made with; null where all are. */
function firstChangedWords(sqlite: Sqlite): number | null {
  for (let after = 0; ; ) {
    const rows = wordRows.parse(
      sqlite.all(
        `SELECT audit_words.sequence, salt, words, facts FROM audit_words
         LEFT JOIN audit_log ON audit_log.sequence = audit_words.sequence
         WHERE audit_words.sequence > ? ORDER BY audit_words.sequence LIMIT ?`,
        [after, CHECKED_AT_ONCE],
      ),
    );
    const changed = rows.find(({ facts, ...beside }) => !areWordsOf(facts ?? {}, beside));
    if (changed !== undefined) return changed.sequence;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < CHECKED_AT_ONCE) return null;
  }
}

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
    const changed = firstChangedWords(sqlite);
    if (changed !== null) return { last, brokenAt: changed };
    return { last, brokenAt: last.sequence < highestEverGiven(sqlite) ? last.sequence + 1 : null };
  }
}
