/** Events that occurred in a period and were received after its close. */
import { z } from 'zod';
import type { LaterArrivals } from '../../../bridge/reports.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import { createdOf, instantOf } from '../../core/records/order.ts';
import type { StoredClose } from './closes-table.ts';
import { isWithin, momentsOf } from './period.ts';

export type LateEvent = LaterArrivals['events']['rows'][number];

/** Observations that are gone through in one step. */
const PART = 1_000;

const eventRows = z.array(
  z.object({ id: z.string(), body: jsonObjectText, observed_at: z.string() }),
);

/** @param isProduction where events of the service's own tests tell of nothing */
export function createLateEvents(sqlite: Sqlite, isProduction: boolean) {
  /** By close, how far observations were gone through: they are only ever added. */
  const seen = new Map<string, { arrival: number; readonly events: Map<string, LateEvent> }>();

  return async (close: StoredClose, signal?: AbortSignal): Promise<LateEvent[]> => {
    const { from, to } = momentsOf(close);
    const at = seen.get(close.id) ?? { arrival: close.arrival, events: new Map() };
    seen.set(close.id, at);
    const newest = lastArrival(sqlite);
    while (at.arrival < newest) {
      signal?.throwIfAborted();
      const bound = Math.min(newest, at.arrival + PART);
      const rows = eventRows.parse(
        sqlite.all(
          // By when it was created: what is newest in it moves when it is sent again. A day on either side
          // leaves room for other zones.
          `SELECT o.id, o.body, o.observed_at FROM observations AS o
           WHERE o.arrival > ? AND o.arrival <= ? AND o.kind = 'event'
             AND (json_type(o.body, '$.created') IN ('integer', 'real')
               OR json_extract(o.body, '$.created') BETWEEN date(?, '-1 day') AND date(?, '+2 days')
               OR json_extract(o.body, '$.created') GLOB '[0-9][0-9][0-9][0-9][0-9]*')
             AND NOT EXISTS (SELECT 1 FROM observations AS earlier
               WHERE earlier.kind = 'event' AND earlier.id = o.id AND earlier.arrival <= ?)
           ORDER BY o.arrival`,
          [at.arrival, bound, from, to, close.arrival],
        ),
      );
      for (const row of rows) {
        const event = lateEventOf(row, isProduction);
        if (event !== null && isWithin(event.occurredAt, { from, to }) && !at.events.has(row.id))
          at.events.set(row.id, event);
      }
      at.arrival = bound;
      await nextTurn();
    }
    return [...at.events.values()];
  };
}

function lateEventOf(
  { id, body, observed_at }: z.infer<typeof eventRows>[number],
  isProduction: boolean,
): LateEvent | null {
  const created = instantOf(createdOf(body));
  if (created === null || (isProduction && body['mock'] === true)) return null;
  const { name } = body;
  return {
    id,
    name: typeof name === 'string' ? name : '',
    occurredAt: new Date(created).toISOString(),
    receivedAt: observed_at,
  };
}
