/** Forwarding targets as rows. */
import { z } from 'zod';
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import { jsonText } from '../../../../platform/json-column.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { DeliveryFacts } from './types.ts';

export interface Target {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly webhookId: string | null;
  readonly events: readonly string[];
  readonly isPaused: boolean;
  /** Goes with whoever asked for it, at the latest with the process. */
  readonly isLent: boolean;
  /** One computer of the team forwards each delivery to it. */
  readonly isForTeam: boolean;
  readonly createdAt: string;
  readonly sourceId: string;
  readonly cursor: number;
  /** Since the first try that failed after the last that was taken; null while nothing fails. */
  readonly failing: ForwardTargetView['failing'];
}

/** As it is when it is added: nothing was tried yet. */
export type AddedTarget = Omit<Target, 'failing'>;

const targetRow = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    webhook_id: z.string().nullable(),
    events: jsonText.pipe(z.array(z.string())),
    is_paused: z.int(),
    is_lent: z.int(),
    is_for_team: z.int(),
    created_at: z.string(),
    source_id: z.string(),
    cursor: z.int(),
    failing_since: z.string().nullable(),
    failing_status: z.int().nullable(),
    failing_reason: z.string().nullable(),
  })
  .transform(
    (row): Target => ({
      id: row.id,
      name: row.name,
      url: row.url,
      webhookId: row.webhook_id,
      events: row.events,
      isPaused: row.is_paused === 1,
      isLent: row.is_lent === 1,
      isForTeam: row.is_for_team === 1,
      createdAt: row.created_at,
      sourceId: row.source_id,
      cursor: row.cursor,
      failing:
        row.failing_since === null
          ? null
          : {
              since: row.failing_since,
              status: row.failing_status,
              reason: row.failing_reason ?? '',
            },
    }),
  );

const idRow = z.object({ id: z.string() });

export function createTargets(sqlite: Sqlite) {
  return {
    /** Oldest first, without those that were removed. */
    list: (): Target[] =>
      sqlite
        .all('SELECT * FROM forward_targets WHERE is_removed = 0 ORDER BY created_at, id')
        .map((row) => targetRow.parse(row)),
    get(id: string): Target | null {
      const row = sqlite.first('SELECT * FROM forward_targets WHERE id = ? AND is_removed = 0', [
        id,
      ]);
      return row === undefined ? null : targetRow.parse(row);
    },
    insert(target: AddedTarget): void {
      const { id, name, url, webhookId, events, isLent, isForTeam } = target;
      sqlite.run(
        'INSERT INTO forward_targets (id, name, url, webhook_id, events, is_lent, is_for_team, created_at, source_id, cursor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        [
          id,
          name,
          url,
          webhookId,
          JSON.stringify(events),
          isLent ? 1 : 0,
          isForTeam ? 1 : 0,
          target.createdAt,
          target.sourceId,
          target.cursor,
        ],
      );
    },
    pause: (id: string, isPaused: boolean): void =>
      void sqlite.run('UPDATE forward_targets SET is_paused = ? WHERE id = ?', [
        isPaused ? 1 : 0,
        id,
      ]),
    /** Removed ones for which something still waits. */
    removedWithWaiting: (): readonly string[] =>
      sqlite
        .all(
          `SELECT id FROM forward_targets WHERE is_removed = 1 AND EXISTS
           (SELECT 1 FROM forwards WHERE target_id = forward_targets.id AND state = 'waiting')`,
        )
        .map((row) => idRow.parse(row).id),
    /** The row stays: what was forwarded names it. */
    remove: (id: string): void =>
      void sqlite.run('UPDATE forward_targets SET is_removed = 1 WHERE id = ?', [id]),
    move: (id: string, sourceId: string, cursor: number): void =>
      void sqlite.run('UPDATE forward_targets SET source_id = ?, cursor = ? WHERE id = ?', [
        sourceId,
        cursor,
        id,
      ]),
  };
}

export type Targets = ReturnType<typeof createTargets>;

/** Whether a target wants a delivery that arrived. */
export const wants = (
  { webhookId, events }: Pick<Target, 'webhookId' | 'events'>,
  delivery: DeliveryFacts,
): boolean =>
  (webhookId === null || webhookId === delivery.webhookId) &&
  (events.length === 0 || (delivery.eventName !== null && events.includes(delivery.eventName)));
