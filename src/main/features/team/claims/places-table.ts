/** Places within limits of a day as the team's log gave them to requests, in the profile's database. */
import { z } from 'zod';
import { jsonText } from '../../../../platform/json-column.ts';
import { addColumns, type Migration } from '../../../../platform/migrations.ts';
import { readCount } from '../../../../platform/read-count.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { PlacesContent } from '../../../../team-log/claim.ts';
import { hashOfEntry, type SignedEntry } from '../../../../team-log/entry.ts';
import { type Problem, problemOf } from '../../../../team-log/problems.ts';
import { keysSentSince, startOfDay } from '../../../core/intents/sent-since.ts';

export const placesMigration: Migration = {
  id: '2026-11-27-team-places',
  up(sqlite) {
    addColumns(sqlite, 'team_claims', 'released_by INTEGER');
    sqlite.exec(`
      -- Claims of places within a limit of a day.
      CREATE TABLE team_places (
        -- Of the entry.
        hash TEXT PRIMARY KEY,
        author TEXT NOT NULL,
        -- Of the entry, in its author's chain.
        sequence INTEGER NOT NULL,
        operation TEXT NOT NULL,
        -- UTC.
        day TEXT NOT NULL,
        -- Hash of the one before; empty for the first of the day.
        after TEXT NOT NULL,
        -- Of the requests, as JSON; none where its author may not claim.
        keys TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX team_places_of_day ON team_places (operation, day, after);
      -- An earlier version took claims of places for claims of requests.
      DELETE FROM team_claims WHERE operation = 'placesOfDay';
    `);
  },
};

export type Day = Pick<PlacesContent, 'operation' | 'day'>;

/** SQL: the author of the claim claimed its request anew: the last claim counts for all. @param claim table or alias */
export const isRenewed = (claim: string): string =>
  `EXISTS (SELECT 1 FROM team_claims AS later WHERE later.author = ${claim}.author
     AND later.key = ${claim}.key AND later.sequence > ${claim}.sequence)`;

const claims = 'FROM team_claims AS claim WHERE claim.author = one.author AND claim.key = one.key';
/**
 * Requests with a place, but for those that were given back: all claims here, after the last place. A place may be
 * here before the claim that it was taken for.
 */
const placedOf = (among = '') => `SELECT author, key, last FROM (
    SELECT places.author AS author, value AS key, max(places.sequence) AS last
    FROM team_places AS places, json_each(places.keys) WHERE operation = ? AND day = ? ${among}
    GROUP BY places.author, value) AS one
  WHERE coalesce((SELECT min(is_released) = 1 AND max(released_by) > last ${claims}), 0) = 0`;
const placed = placedOf();
/** `placedOf` for one author, and for some keys alone. */
const placedAmong = placedOf('AND places.author = ? AND value IN (SELECT value FROM json_each(?))');

const doubtful = z.array(
  z.object({ author: z.string(), key: z.string(), claims: jsonText.pipe(z.array(z.string())) }),
);
export type DoubtfulPlace = z.infer<typeof doubtful>[number];

/** @param tell in the transaction that takes an entry */
export function openPlacesTable(sqlite: Sqlite, tell: (problem: Problem) => void) {
  return {
    /** Inside a transaction. Without keys where its author may not claim: what follows it does count. */
    take(entry: SignedEntry, { operation, day, after, keys }: PlacesContent): void {
      const hash = hashOfEntry(entry);
      sqlite.run(
        `INSERT INTO team_places VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (hash) DO UPDATE SET keys = excluded.keys`,
        [hash, entry.author, entry.sequence, operation, day, after ?? '', JSON.stringify(keys)],
      );
      const another =
        'SELECT 1 FROM team_places WHERE operation = ? AND day = ? AND after = ? AND hash <> ?';
      if (sqlite.first(another, [operation, day, after ?? '', hash]) !== undefined)
        tell(problemOf('placed twice', entry));
    },
    /** Hash of the last that is here; null where there is none. */
    last: ({ operation, day }: Day): string | null =>
      sqlite.texts(
        `SELECT hash FROM team_places AS places WHERE operation = ? AND day = ? AND NOT EXISTS (
           SELECT 1 FROM team_places AS later WHERE later.operation = places.operation
             AND later.day = places.day AND later.after = places.hash) ORDER BY hash LIMIT 1`,
        [operation, day],
      )[0] ?? null,
    /** Those of these requests of this computer that have none. */
    without: (own: string, { operation, day }: Day, keys: readonly string[]): string[] =>
      sqlite.texts(
        `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT key FROM (${placedAmong}))`,
        [JSON.stringify(keys), operation, day, own, JSON.stringify(keys)],
      ),
    /** Requests of that day with a place, and without one that are in the journal: they exist, may exist, or are about to be sent. */
    count: ({ operation, day }: Day): number =>
      readCount(
        sqlite,
        // A computer that joined again has another author's places of the same request, each one of its own.
        `SELECT (SELECT count(*) FROM (${keysSentSince})) +
             (SELECT count(*) FROM (${placed}) WHERE key NOT IN (${keysSentSince})) AS count`,
        [operation, startOfDay(day), operation, day, operation, startOfDay(day)],
      ),
    /** At least as many as `count`, without going through all of them. */
    most: ({ operation, day }: Day): number =>
      readCount(
        sqlite,
        `SELECT (SELECT count(*) FROM (${keysSentSince})) + coalesce((SELECT
             sum(json_array_length(keys)) FROM team_places WHERE operation = ? AND day = ?), 0) AS count`,
        [operation, startOfDay(day), operation, day],
      ),
    /**
     * Requests with a place that are not in the journal as sent, and of which something else is known; with their
     * claims, once one after that place is here.
     * @param among of one computer and of these keys alone
     */
    doubtful: (
      { operation, day }: Day,
      among?: { readonly author: string; readonly keys: readonly string[] },
    ): DoubtfulPlace[] =>
      doubtful.parse(
        sqlite.all(
          `SELECT author, key, CASE
               WHEN (SELECT max(coalesce(released_by, sequence)) ${claims}) > last
               THEN (SELECT json_group_array(hash) ${claims} AND is_released = 0 AND NOT ${isRenewed('claim')})
               ELSE '[]' END AS claims
             FROM (${among === undefined ? placed : placedAmong}) AS one
             WHERE key NOT IN (${keysSentSince})
               AND (EXISTS (SELECT 1 FROM intents WHERE intents.key = one.key)
                 OR EXISTS (SELECT 1 FROM team_settled JOIN team_claims ON hash = claim
                   WHERE team_claims.author = one.author AND team_claims.key = one.key))`,
          [
            operation,
            day,
            ...(among === undefined ? [] : [among.author, JSON.stringify(among.keys)]),
            operation,
            startOfDay(day),
          ],
        ),
      ),
  };
}
