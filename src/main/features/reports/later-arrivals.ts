/** What is otherwise now than at a close. */
import { z } from 'zod';
import { listPayoutsInput, type PayoutRow, payoutSides } from '../../../bridge/payouts.ts';
import type { LaterArrivals } from '../../../bridge/reports.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { Snapshot, StoredClose } from './closes-table.ts';
import { groupedAmount } from './on-paper.ts';
import { momentsOf } from './period.ts';
import { words } from './words.ts';

/** Told by name. */
const MOST_NAMED = 100;

/** `successful: Paid in 1,250.00 USD, Paid out 1,240.00 USDC, Fee not found` */
export const inWords = (row: PayoutRow): string =>
  `${row.state}: ${payoutSides
    .map((side) => {
      const { amount, currency } = row[side];
      const value =
        amount === null
          ? words.notFound
          : `${groupedAmount(amount)} ${currency ?? words.noCurrency}`;
      return `${words.sides[side]} ${value}`;
    })
    .join(', ')}`;

export const snapshotOf = (rows: readonly PayoutRow[]): Snapshot =>
  new Map(rows.map((row) => [row.id, inWords(row)]));

export interface LaterParts {
  readonly sqlite: Sqlite;
  readonly payouts: Pick<Payouts, 'each' | 'followed'>;
}

export async function laterArrivalsOf(
  { sqlite, payouts }: LaterParts,
  close: StoredClose,
  snapshot: Snapshot,
  signal?: AbortSignal,
): Promise<LaterArrivals> {
  const moments = momentsOf(close);
  await payouts.followed();
  const gone = new Map(snapshot);
  const rows: LaterArrivals['payouts']['rows'] = [];
  const query = listPayoutsInput.parse({ ...moments, sort: 'created', direction: 'ascending' });
  for await (const some of payouts.each(query, signal)) {
    for (const row of some) {
      const before = snapshot.get(row.id) ?? null;
      const now = inWords(row);
      gone.delete(row.id);
      if (before === now) continue;
      const change = before === null ? 'new' : 'changed';
      rows.push({ id: row.id, customerName: row.customerName, change, before, now });
    }
  }
  for (const [id, before] of gone) {
    rows.push({ id, customerName: null, change: 'gone', before, now: null });
  }
  return {
    payouts: { total: rows.length, rows: rows.slice(0, MOST_NAMED) },
    events: eventsAfter(sqlite, close, moments),
  };
}

const arrivalRow = z.object({ arrival: z.number().nullable() });
const eventRows = z.array(
  z.object({ id: z.string(), body: z.string(), happened_at: z.string(), observed_at: z.string() }),
);
const named = z.object({ name: z.string().catch('') });

/** The newest observation so far. */
export const newestArrival = (sqlite: Sqlite): number =>
  arrivalRow.parse(sqlite.first('SELECT max(arrival) AS arrival FROM observations')).arrival ?? 0;

/** Events of the period that the close knew nothing of. */
function eventsAfter(
  sqlite: Sqlite,
  { arrival }: StoredClose,
  { from, to }: { readonly from: string; readonly to: string },
): LaterArrivals['events'] {
  const found = eventRows.parse(
    sqlite.all(
      `SELECT o.id, o.body, o.happened_at, min(o.observed_at) AS observed_at
       FROM observations AS o
       WHERE o.arrival > ? AND o.kind = 'event' AND o.effective_at >= ? AND o.effective_at < ?
         AND o.happened_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM observations AS earlier
           WHERE earlier.kind = 'event' AND earlier.id = o.id AND earlier.arrival <= ?)
       GROUP BY o.id ORDER BY min(o.arrival)`,
      [arrival, Date.parse(from), Date.parse(to), arrival],
    ),
  );
  return {
    total: found.length,
    rows: found.slice(0, MOST_NAMED).map(({ id, body, happened_at, observed_at }) => ({
      id,
      name: named.parse(JSON.parse(body)).name,
      ...{ occurredAt: happened_at, receivedAt: observed_at },
    })),
  };
}
