/** Events of deliveries that were reduced, as the records keep them. */
import { z } from 'zod';
import type { JsonObject } from '../../../../../contract/scalars.ts';
import { jsonObjectText } from '../../../../../platform/json-column.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';

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
