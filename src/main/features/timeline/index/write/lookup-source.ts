/** Events that the service gave by their id, out of the observations of the records. */
import { z } from 'zod';
import type { JsonObject } from '../../../../../contract/scalars.ts';
import { jsonObjectText } from '../../../../../platform/json-column.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';

/** Look-ups after the one where a cursor stands, oldest first. */
export type LookupSource = (arrival: number, limit: number) => readonly LookedUp[];

export interface LookedUp {
  /** Where the cursor stands after it. */
  readonly arrival: number;
  readonly id: string;
  readonly observedAt: number;
  /** Without secrets, as it is kept. */
  readonly event: JsonObject;
}

const row = z
  .object({ arrival: z.int(), id: z.string(), observed_at: z.string(), body: jsonObjectText })
  .transform(
    (found): LookedUp => ({
      arrival: found.arrival,
      id: found.id,
      observedAt: Date.parse(found.observed_at),
      event: found.body,
    }),
  );

/** Out of the profile's database, over main's own connection. */
export const lookupsOf =
  (sqlite: Sqlite): LookupSource =>
  (arrival, limit) =>
    z
      .array(row)
      .parse(
        sqlite.all(
          "SELECT arrival, id, observed_at, body FROM observations INDEXED BY observations_looked_up WHERE kind = 'event' AND source = 'event-look-up' AND arrival > ? ORDER BY arrival LIMIT ?",
          [arrival, limit],
        ),
      );

/** Events of deliveries that were reduced, as the records keep them. */
export type WholeEvents = (ids: readonly string[]) => readonly WholeEvent[];

export interface WholeEvent {
  readonly id: string;
  /** Without secrets, as it is kept. */
  readonly event: JsonObject;
}

const rows = z.array(z.object({ id: z.string(), event: jsonObjectText }));

/** Out of the profile's database, over main's own connection. */
export const wholeEventsOf =
  (sqlite: Sqlite): WholeEvents =>
  (ids) =>
    rows.parse(
      sqlite.all(
        `SELECT id, body AS event FROM observations
         WHERE kind = 'event' AND id IN (SELECT value FROM json_each(?)) AND source = 'delivery'
         ORDER BY arrival`,
        [JSON.stringify(ids)],
      ),
    );
