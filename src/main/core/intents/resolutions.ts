/**
 * What people say of writes whose outcome is unknown (decisions 30): it exists, it does not, or the
 * one before is taken back. Entries are appended; the last of an intent stands. The journal itself is
 * never changed: `standing_intents` shows both together.
 */
import { z } from 'zod';
import { resolutionBasis, resolutionOutcome } from '../../../bridge/unresolved.ts';
import { type Clock, isoNow, laterThan } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** One entry of settling. */
export interface Resolved {
  readonly intentKey: string;
  readonly verdict: z.infer<typeof resolutionOutcome>;
  /** What it exists as; null for the other verdicts. */
  readonly resourceId: string | null;
  readonly how: z.infer<typeof resolutionBasis>;
  /** Who was at the machine, by the name that they gave themselves, or else the system's name for them. */
  readonly by: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

export interface Resolutions {
  /** Appends an entry; joins a running transaction. Throws for an intent that is not unknown. */
  append(entry: Omit<Resolved, 'by' | 'at'>): Resolved;
  /** Every entry of the intent, newest first. */
  of(intentKey: string): Resolved[];
  /** Key of the intent that created this resource, or was settled to have; null when none did. */
  claimantOf(resourceId: string): string | null;
  /** Keys of the intents that send this one again, oldest first. */
  repeatsOf(intentKey: string): string[];
}

/** Stands for whom, where computers resolved a request differently and merging said what stands. */
export const byMerging = '*merged*';

const row = z
  .object({
    intent_key: z.string(),
    verdict: resolutionOutcome,
    resource_id: z.string().nullable(),
    how: resolutionBasis,
    settled_by: z.string(),
    settled_at: z.string(),
  })
  .transform(
    (entry): Resolved => ({
      intentKey: entry.intent_key,
      verdict: entry.verdict,
      resourceId: entry.resource_id,
      how: entry.how,
      by: entry.settled_by === byMerging ? 'Causeway' : entry.settled_by,
      at: entry.settled_at,
    }),
  );
const keyRow = z.object({ key: z.string() });

/** Opens them in a database that intentsMigrations were applied to. */
export function openResolutions(parts: {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  /** Who acts now. */
  readonly by: () => string;
}): Resolutions {
  const { sqlite, clock, by } = parts;

  /** Later than all others of the request, so that no two are the same, whatever clocks say. */
  const timeOf = (intentKey: string): string => {
    const [latest = ''] = sqlite.texts(
      "SELECT ifnull(max(settled_at), '') FROM settlements WHERE intent_key = ?",
      [intentKey],
    );
    return laterThan(latest, isoNow(clock));
  };

  return {
    append(entry) {
      const settled = { ...entry, by: by(), at: timeOf(entry.intentKey) };
      sqlite.run(
        `INSERT INTO settlements (intent_key, verdict, resource_id, how, settled_by, settled_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        [entry.intentKey, entry.verdict, entry.resourceId, entry.how, settled.by, settled.at],
      );
      return settled;
    },
    of: (intentKey) =>
      z.array(row).parse(
        sqlite.all(
          `SELECT intent_key, verdict, resource_id, how, settled_by, settled_at
             FROM settlements WHERE intent_key = ? ORDER BY sequence DESC`,
          [intentKey],
        ),
      ),
    claimantOf(resourceId) {
      const found = sqlite.first(
        // Only a hand-over can bring two intents with one resource; every computer then picks the same one.
        `SELECT key, 0 AS said FROM intents WHERE resource_id = ?
         UNION ALL
         SELECT intent_key AS key, 1 FROM settlements AS last WHERE resource_id = ?
           AND sequence = (SELECT max(sequence) FROM settlements WHERE intent_key = last.intent_key)
         ORDER BY said, key LIMIT 1`,
        [resourceId, resourceId],
      );
      return found === undefined ? null : keyRow.parse(found).key;
    },
    repeatsOf: (intentKey) =>
      z
        .array(keyRow)
        .parse(
          sqlite.all('SELECT key FROM intents WHERE repeats = ? ORDER BY sequence', [intentKey]),
        )
        .map(({ key }) => key),
  };
}
