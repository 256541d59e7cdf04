/** Rows of what the intake derived. */
import { z } from 'zod';
import { jsonText } from '../../../../platform/json-column.ts';
import { readCount } from '../../../../platform/read-count.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { DeliveredEvent, DeliveryRole, Intake, ReadDelivery } from './types.ts';

const roles = ['first', 'repeat', 'differs', 'mock', 'unrecognised'] as const;

const deliveryRow = z
  .object({
    arrival: z.int(),
    slot_path: z.string(),
    received_at: z.int(),
    role: z.enum(roles),
    event_id: z.string().nullable(),
    event_name: z.string().nullable(),
    is_mock: z.int(),
    deviations: jsonText.pipe(z.array(z.string())),
  })
  .transform(
    (row): ReadDelivery => ({
      arrival: row.arrival,
      slotPath: row.slot_path,
      receivedAt: row.received_at,
      role: row.role,
      eventId: row.event_id,
      eventName: row.event_name,
      isMock: row.is_mock === 1,
      deviations: row.deviations,
    }),
  );
const eventRow = z.object({
  event_id: z.string(),
  event_name: z.string(),
  first_arrival: z.int(),
  is_mock: z.int(),
  sameness: z.string(),
  repeats: z.int(),
  differing: z.int(),
});
const stateRow = z.object({ inbox_id: z.string(), cursor: z.int() });

/** What tells an event apart, beside what a screen is shown. */
export interface OccupiedEvent extends DeliveredEvent {
  readonly sameness: string;
}

export function createReadDeliveries(sqlite: Sqlite) {
  const event = (eventId: string): OccupiedEvent | null => {
    const found = sqlite.first('SELECT * FROM delivered_events WHERE event_id = ?', [eventId]);
    if (found === undefined) return null;
    const row = eventRow.parse(found);
    return {
      eventId: row.event_id,
      eventName: row.event_name,
      firstArrival: row.first_arrival,
      isMock: row.is_mock === 1,
      repeats: row.repeats,
      differing: row.differing,
      sameness: row.sameness,
    };
  };

  const state = () => {
    const row = sqlite.first('SELECT inbox_id, cursor FROM intake');
    return row === undefined ? null : stateRow.parse(row);
  };

  return {
    event,

    occupy(occupied: Omit<OccupiedEvent, 'repeats' | 'differing'>): void {
      sqlite.run(
        'INSERT INTO delivered_events (event_id, event_name, first_arrival, is_mock, sameness, repeats, differing) VALUES (?, ?, ?, ?, ?, 0, 0)',
        [
          occupied.eventId,
          occupied.eventName,
          occupied.firstArrival,
          Number(occupied.isMock),
          occupied.sameness,
        ],
      );
    },

    count(eventId: string, role: 'repeat' | 'differs'): void {
      const column = role === 'repeat' ? 'repeats' : 'differing';
      sqlite.run(`UPDATE delivered_events SET ${column} = ${column} + 1 WHERE event_id = ?`, [
        eventId,
      ]);
    },

    add(delivery: ReadDelivery, content: string | null): void {
      sqlite.run(
        'INSERT INTO read_deliveries (arrival, slot_path, received_at, role, event_id, event_name, is_mock, content, deviations) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        [
          delivery.arrival,
          delivery.slotPath,
          delivery.receivedAt,
          delivery.role,
          delivery.eventId,
          delivery.eventName,
          Number(delivery.isMock),
          content,
          JSON.stringify(delivery.deviations),
        ],
      );
    },

    /** Whether this very event was taken in already, whatever its role was. */
    hasContent: (eventId: string, content: string): boolean =>
      sqlite.first('SELECT 1 FROM read_deliveries WHERE event_id = ? AND content = ? LIMIT 1', [
        eventId,
        content,
      ]) !== undefined,

    setApart: (arrival: number): void =>
      void sqlite.run(
        'INSERT INTO damaged_deliveries (arrival) VALUES (?) ON CONFLICT DO NOTHING',
        [arrival],
      ),
    /** It could be opened after all. */
    takeBack: (arrival: number): void =>
      void sqlite.run('DELETE FROM damaged_deliveries WHERE arrival = ?', [arrival]),
    isDamaged: (arrival: number): boolean =>
      sqlite.first('SELECT 1 FROM damaged_deliveries WHERE arrival = ?', [arrival]) !== undefined,
    damagedCount: (): number =>
      readCount(sqlite, 'SELECT count(*) AS count FROM damaged_deliveries'),

    read(arrival: number): ReadDelivery | null {
      const row = sqlite.first('SELECT * FROM read_deliveries WHERE arrival = ?', [arrival]);
      return row === undefined ? null : deliveryRow.parse(row);
    },

    list(query: Parameters<Intake['list']>[0]): readonly ReadDelivery[] {
      const filters: readonly (readonly [string, string | null | undefined])[] = [
        ['slot_path', query.slotPath],
        ['event_name', query.eventName],
        ['event_id', query.eventId],
        ['role', query.role satisfies DeliveryRole | null | undefined],
      ];
      const used = filters.flatMap(([column, value]) =>
        value === null || value === undefined ? [] : [{ column, value }],
      );
      const where = used.map(({ column }) => ` AND ${column} = ?`).join('');
      const rows = sqlite.all(
        `SELECT * FROM read_deliveries WHERE arrival < ?${where} ORDER BY arrival DESC LIMIT ?`,
        [query.before ?? Number.MAX_SAFE_INTEGER, ...used.map(({ value }) => value), query.limit],
      );
      return z.array(deliveryRow).parse(rows);
    },

    /** The inbox that was read; null before its first delivery. */
    inboxId: (): string | null => state()?.inbox_id ?? null,

    /** Where the intake stands in this inbox; null at its beginning, or when it read another one. */
    cursor(inboxId: string): number | null {
      const now = state();
      return now?.inbox_id === inboxId ? now.cursor : null;
    },

    moveTo(inboxId: string, cursor: number): void {
      sqlite.run('INSERT OR REPLACE INTO intake (only, inbox_id, cursor) VALUES (1, ?, ?)', [
        inboxId,
        cursor,
      ]);
    },

    /** Throws everything derived away. */
    clear(): void {
      sqlite.exec(
        'DELETE FROM read_deliveries; DELETE FROM delivered_events; DELETE FROM damaged_deliveries; DELETE FROM intake;',
      );
    },
  };
}

export type ReadDeliveries = ReturnType<typeof createReadDeliveries>;
