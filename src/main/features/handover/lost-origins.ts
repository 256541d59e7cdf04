/** Entries of which a damaged database lost from which computer they are: they count as no computer's own. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { rowTables } from './entries.ts';
import { type EntryCounts, noEntries } from './outcome.ts';

const rows = z.array(
  z.object({
    what: z.enum(Object.keys(noEntries()) as (keyof EntryCounts)[]),
    count: z.number(),
  }),
);

/** What an entry is stood with its origin, so it is found by what it is about, and when that was written. */
const kindOf = (table: string, id: string, at: string, what: string): string =>
  `WHEN (told.id, told.at) IN (SELECT ${id}, ${at} FROM ${table}) THEN '${what}'`;
const kinds = Object.entries(rowTables).map(([what, { table, about, at }]) =>
  kindOf(table, about.id, at, what),
);

/** By kind, of those that are here. */
export function lostOrigins(sqlite: Pick<Sqlite, 'all'>): EntryCounts {
  const counts = noEntries();
  const found = sqlite.all(
    `SELECT what, count(DISTINCT entry) AS count FROM (
       SELECT entry, CASE
         WHEN EXISTS (SELECT 1 FROM observations WHERE observation_id = entry) THEN 'observation'
         WHEN told.id = '' THEN 'addressLabel'
         ${kinds.join(' ')} ${kindOf('settlements', 'intent_key', 'settled_at', 'resolution')}
         END AS what
       FROM handover_entry_origins AS told
       WHERE origin NOT IN (SELECT origin FROM handover_origins) AND NOT EXISTS (
         SELECT 1 FROM handover_entries AS here WHERE here.file IS NOT NULL
           AND substr(here.entry, 1, 12) = substr(told.entry, 1, 12) AND here.entry = told.entry))
     WHERE what IS NOT NULL GROUP BY what`,
  );
  for (const { what, count } of rows.parse(found)) counts[what] = count;
  return counts;
}
