/** The durable queue of deliveries, and the attempts made of them. */
import type { Sqlite } from '../../platform/sqlite.ts';

/**
 *     pending ──2xx──▶ delivered
 *        │ └─ every attempt used ──▶ failed
 *        └─── 410, or webhook gone ──▶ cancelled
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** How the bytes are signed: correctly, or wrongly on purpose (a fault). */
export type Signing = 'genuine' | 'wrong' | 'missing';

export interface Delivery {
  readonly sequence: number;
  readonly event_id: string;
  readonly webhook_id: string;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly next_at: number;
  readonly signing: Signing;
  /** The exact bytes to send, as text. */
  readonly body: string;
}

export interface NewDelivery {
  readonly eventId: string;
  readonly webhookId: string;
  readonly nextAt: number;
  /** null: the event's own. */
  readonly body: string | null;
  readonly signing: Signing;
  readonly created: number;
}

export interface Attempt {
  readonly delivery: number;
  readonly eventId: string;
  readonly webhookId: string;
  readonly requestId: string;
  readonly started: number;
  readonly durationMs: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly delivered: boolean;
  /** Why not, in one sentence. */
  readonly problem: string | null;
}

/** Request ids of one webhook for one event. */
export interface RequestRow {
  readonly webhook_id: string;
  readonly request_id: string;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Writes belong inside a transaction. */
export function createDeliveries(database: Sqlite) {
  const insert = database.prepare<
    [string, string, number, string | null, string, number]
  >(`INSERT INTO deliveries (event_id, webhook_id, state, attempts, next_at, body, signing, created)
     VALUES (?, ?, 'pending', 0, ?, ?, ?, ?)`);
  const due = database.prepare<[string, number, number], Delivery>(
    `SELECT d.sequence, d.event_id, d.webhook_id, d.attempts, d.next_at, d.signing,
            coalesce(d.body, e.body) AS body
       FROM deliveries d JOIN events e ON e.id = d.event_id
      WHERE d.webhook_id = ? AND d.state = 'pending' AND d.next_at <= ?
      ORDER BY d.next_at, d.sequence LIMIT ?`,
  );
  const soonest = database
    .prepare<[string], number | null>(
      "SELECT min(next_at) FROM deliveries WHERE webhook_id = ? AND state = 'pending' AND next_at > ?",
    )
    .pluck() as unknown as { get(webhookId: string, after: number): number | null };
  const insertAttempt = database.prepare<
    [number, string, string, string, number, number, number | null, number, string | null]
  >(`INSERT INTO attempts
       (delivery, event_id, webhook_id, request_id, started, duration_ms, status, delivered, problem)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const settle = database.prepare<[DeliveryState, number, number]>(
    "UPDATE deliveries SET state = ?, attempts = attempts + 1, next_at = ? WHERE sequence = ? AND state = 'pending'",
  );
  const cancel = database.prepare<[string]>(
    "UPDATE deliveries SET state = 'cancelled' WHERE webhook_id = ? AND state = 'pending'",
  );
  const requests = database.prepare<[string], RequestRow>(
    'SELECT webhook_id, request_id FROM attempts WHERE event_id = ? ORDER BY sequence',
  );
  return {
    insert: (delivery: NewDelivery): void => {
      const { eventId, webhookId, nextAt, body, signing, created } = delivery;
      insert.run(eventId, webhookId, nextAt, body, signing, created);
    },
    /** A webhook's due deliveries, soonest first. */
    due: (webhookId: string, now: number, limit: number): Delivery[] =>
      due.all(webhookId, now, limit),
    /** When the next one after `now` is due; null without one. */
    nextDue: (webhookId: string, now: number): number | null => soonest.get(webhookId, now) ?? null,
    record: (attempt: Attempt, state: DeliveryState, nextAt: number): void => {
      insertAttempt.run(
        attempt.delivery,
        attempt.eventId,
        attempt.webhookId,
        attempt.requestId,
        attempt.started,
        attempt.durationMs,
        attempt.status,
        attempt.delivered ? 1 : 0,
        attempt.problem,
      );
      settle.run(state, nextAt, attempt.delivery);
    },
    cancelAll: (webhookId: string): void => {
      cancel.run(webhookId);
    },
    requestsOf: (eventId: string): RequestRow[] => requests.all(eventId),
  };
}
