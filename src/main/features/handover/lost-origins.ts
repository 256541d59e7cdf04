/** Entries of which a damaged database lost from which computer they are: they count as no computer's own. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { keysSentHere } from '../../core/intents/keys-sent-here.ts';
import { cleanRow } from './collect.ts';
import { entryId, rowTables } from './entries.ts';
import { isOfEntry } from './origins.ts';
import { type EntryCounts, noEntries } from './outcome.ts';
import { hasCome, resolutionsOf } from './resolutions.ts';

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

const requests = z.array(z.looseObject({ key: z.string(), journalled_at: z.string() }));
/** What of a request is left without its origin may be its resolution alone, which is told at another time. */
const withoutOrigin = `SELECT ${rowTables.request.columns.join(', ')} FROM intents
  WHERE NOT EXISTS (SELECT 1 FROM handover_entries
      WHERE id = key AND (what = 'request' OR (what IS NULL AND at = journalled_at)))
    AND key NOT IN (${keysSentHere})`;

/**
 * Where rows of origins themselves are lost: requests and resolutions that are not known to be from here count as no
 * computer's own, so nothing is sent again, or believed, as if they were. Inside a transaction, with no foreign keys.
 */
export function loseOrigins(sqlite: Sqlite): void {
  // No origin has this number.
  const lose = (entry: string, key: string, at: string) =>
    sqlite.run(
      `INSERT INTO handover_entry_origins (entry, origin, id, part, at) SELECT ?, 0, ?, '', ?
       WHERE NOT EXISTS (SELECT 1 FROM handover_entry_origins WHERE ${isOfEntry})`,
      [entry, key, at, entry, entry],
    );
  for (const row of requests.parse(sqlite.all(withoutOrigin)))
    lose(entryId('request', cleanRow(row, [])), row.key, row.journalled_at);
  for (const key of sqlite.texts('SELECT DISTINCT intent_key FROM settlements'))
    for (const node of resolutionsOf(sqlite, key))
      if (hasCome(sqlite, node)) lose(node.entry, key, node.content.settled_at);
}
