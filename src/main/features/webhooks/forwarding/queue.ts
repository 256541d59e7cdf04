/** The queue of forwards as rows: durable, so that it goes on after a restart. */
import { z } from 'zod';
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { ForwardCounts, Forwarder } from './types.ts';

export interface NewForward {
  readonly id: string;
  readonly targetId: string;
  readonly sourceId: string;
  readonly arrival: number;
  readonly isReplay: boolean;
  /** As DeliverySource tells it. */
  readonly sameness: string | null;
  readonly queuedAt: string;
  /** Milliseconds since 1970. */
  readonly nextTry: number;
}

/** What the next try needs. */
export interface DueForward {
  readonly id: string;
  readonly targetId: string;
  readonly sourceId: string;
  readonly arrival: number;
  readonly attempts: number;
  readonly nextTry: number;
  /** Milliseconds since 1970; null before the first try. */
  readonly lastTriedAt: number | null;
  /** As NewForward; null for a replay. */
  readonly sameness: string | null;
}

export interface Tried {
  readonly state: ForwardView['state'];
  readonly status: number | null;
  readonly lastMs: number | null;
  readonly triedAt: string;
  readonly nextTry: number | null;
  readonly sentence: string;
  /** What the address came to with it; null where nothing was sent, which says nothing of the address. */
  readonly address: 'took-it' | { readonly reason: string } | null;
}

const dueRow = z
  .object({
    id: z.string(),
    target_id: z.string(),
    source_id: z.string(),
    arrival: z.int(),
    attempts: z.int(),
    next_try: z.number(),
    last_tried_at: z.string().nullable(),
    sameness: z.string().nullable(),
  })
  .transform(
    (row): DueForward => ({
      id: row.id,
      targetId: row.target_id,
      sourceId: row.source_id,
      arrival: row.arrival,
      attempts: row.attempts,
      nextTry: row.next_try,
      lastTriedAt: row.last_tried_at === null ? null : Date.parse(row.last_tried_at),
      sameness: row.sameness,
    }),
  );

const isoOf = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

const viewRow = z
  .object({
    id: z.string(),
    target_id: z.string(),
    target_name: z.string(),
    source_id: z.string(),
    arrival: z.int(),
    is_replay: z.int(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    queued_at: z.string(),
    attempts: z.int(),
    status: z.int().nullable(),
    last_ms: z.number().nullable(),
    last_tried_at: z.string().nullable(),
    next_try: z.number().nullable(),
    sentence: z.string(),
  })
  .transform((row): Omit<ForwardView, 'eventName'> & { readonly sourceId: string } => ({
    id: row.id,
    sourceId: row.source_id,
    targetId: row.target_id,
    targetName: row.target_name,
    arrival: row.arrival,
    isReplay: row.is_replay === 1,
    state: row.state,
    queuedAt: row.queued_at,
    attempts: row.attempts,
    status: row.status,
    lastMs: row.last_ms,
    lastTriedAt: row.last_tried_at,
    nextTryAt: isoOf(row.next_try),
    sentence: row.sentence,
  }));

/** End of the sentence for a forward that was tried before its target was removed. */
export const notAgain = 'Not tried again: the forwarding target was removed.';

const lastRow = z.object({ last_tried_at: z.string().nullable(), sentence: z.string() });

const viewSql = `SELECT forwards.*, forward_targets.name AS target_name
  FROM forwards JOIN forward_targets ON forward_targets.id = forwards.target_id`;

/** The name of a delivery's event; null where it can't be read. */
export type EventOf = (sourceId: string, arrival: number) => string | null;

export function createQueue(sqlite: Sqlite, eventOf: EventOf) {
  const counts = createCounts(sqlite);
  const viewOf = (row: unknown): ForwardView => {
    const { sourceId, ...view } = viewRow.parse(row);
    return { ...view, eventName: eventOf(sourceId, view.arrival) };
  };

  const nextOf = (targetId: string, most: number): DueForward[] =>
    sqlite
      .all(
        `SELECT id, target_id, source_id, arrival, attempts, next_try, last_tried_at, sameness
         FROM forwards
         WHERE target_id = ? AND state = 'waiting' ORDER BY next_try, sequence LIMIT ?`,
        [targetId, most],
      )
      .map((row) => dueRow.parse(row));

  const noteAddress = (targetId: string, { address, status, triedAt }: Tried): void => {
    if (address === null) return;
    if (address === 'took-it') {
      sqlite.run(
        `UPDATE forward_targets SET failing_since = NULL, failing_status = NULL, failing_reason = NULL
         WHERE id = ? AND failing_since IS NOT NULL`,
        [targetId],
      );
      return;
    }
    sqlite.run(
      `UPDATE forward_targets SET failing_since = coalesce(failing_since, ?), failing_status = ?,
       failing_reason = ? WHERE id = ?`,
      [triedAt, status, address.reason, targetId],
    );
  };

  return {
    insert: (forward: NewForward): void =>
      void sqlite.run(
        `INSERT INTO forwards (id, target_id, source_id, arrival, is_replay, sameness, state, queued_at, next_try, sentence)
         VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?, 'Waiting in the queue.')`,
        [
          forward.id,
          forward.targetId,
          forward.sourceId,
          forward.arrival,
          forward.isReplay ? 1 : 0,
          forward.sameness,
          forward.queuedAt,
          forward.nextTry,
        ],
      ),
    /** The one whose turn is next for a target; it may lie in the future. */
    next: (targetId: string): DueForward | null => nextOf(targetId, 1)[0] ?? null,
    nextOf,
    /** Another computer of the team forwarded it, or gave it up. */
    endedElsewhere: (id: string, state: 'delivered' | 'failed', sentence: string): void =>
      void sqlite.run(
        `UPDATE forwards SET state = ?, next_try = NULL, sentence = ? WHERE id = ? AND state = 'waiting'`,
        [state, sentence, id],
      ),
    /** The clock was set back since its time was set: it waits from now on, and was not tried later than now. */
    hasten: (id: string, now: number, pauseMs: number): void =>
      void sqlite.run(
        `UPDATE forwards SET next_try = ?, last_tried_at = min(last_tried_at, ?)
         WHERE id = ? AND state = 'waiting'`,
        [now + pauseMs, isoOf(now), id],
      ),
    postpone: (id: string, nextTry: number, sentence: string): void =>
      void sqlite.run(
        `UPDATE forwards SET next_try = ?, sentence = ? WHERE id = ? AND state = 'waiting'`,
        [nextTry, sentence, id],
      ),
    /** Also of one that was given up while it was under way. */
    tried({ id, targetId }: Pick<DueForward, 'id' | 'targetId'>, tried: Tried): void {
      const { state, status, lastMs, triedAt, nextTry, sentence } = tried;
      sqlite.transaction(() => {
        sqlite.run(
          `UPDATE forwards SET state = ?, status = ?, last_ms = ?, last_tried_at = ?, next_try = ?,
           sentence = ?, attempts = attempts + 1 WHERE id = ?`,
          [state, status, lastMs, triedAt, nextTry, sentence, id],
        );
        noteAddress(targetId, tried);
      });
    },
    /** Gives up at most so many of those that wait; returns how many it gave up. */
    giveUpWaiting: (targetId: string, most: number): number =>
      sqlite.run(
        `UPDATE forwards SET state = 'failed', next_try = NULL, sentence = CASE attempts
           WHEN 0 THEN 'Not sent: the forwarding target was removed.'
           WHEN 1 THEN 'Refused or unanswered once. ' || ?
           ELSE 'Refused or unanswered ' || attempts || ' times. ' || ? END
         WHERE sequence IN (SELECT sequence FROM forwards
           WHERE target_id = ? AND state = 'waiting' LIMIT ?)`,
        [notAgain, notAgain, targetId, most],
      ).changes,
    /** Whether these very bytes were sent on to this target because they arrived. */
    has: (targetId: string, sameness: string): boolean =>
      sqlite.first(
        `SELECT 1 FROM forwards WHERE target_id = ? AND sameness = ? AND is_replay = 0 LIMIT 1`,
        [targetId, sameness],
      ) !== undefined,
    countsOfTarget: counts.ofTarget,
    countsOfDelivery: counts.ofDelivery,
    /** What the last try to a target came to. */
    last(targetId: string): { readonly at: string | null; readonly sentence: string } | null {
      const row = sqlite.first(
        `SELECT last_tried_at, sentence FROM forwards WHERE target_id = ? AND attempts > 0
         ORDER BY last_tried_at DESC LIMIT 1`,
        [targetId],
      );
      if (row === undefined) return null;
      const { last_tried_at: at, sentence } = lastRow.parse(row);
      return { at, sentence };
    },
    ofDelivery: (arrival: number, sourceId: string): ForwardView[] =>
      sqlite
        .all(
          `${viewSql} WHERE arrival = ? AND forwards.source_id = ? ORDER BY sequence DESC LIMIT 100`,
          [arrival, sourceId],
        )
        .map(viewOf),
    page(query: Parameters<Forwarder['list']>[0]): ReturnType<Forwarder['list']> {
      const { targetId, state, offset, limit } = query;
      const filters = [
        { column: 'target_id', value: targetId },
        { column: 'state', value: state },
      ].filter(({ value }) => value !== null);
      const where = filters.map(({ column }) => `${column} = ?`).join(' AND ');
      const selected =
        filters.length === 0 ? 'forwards INDEXED BY forwards_in_order' : `forwards WHERE ${where}`;
      const values = filters.map(({ value }) => value);
      // What is passed over is passed over in an index, and not read.
      const rows = sqlite.all(
        `${viewSql} WHERE sequence IN (SELECT sequence FROM ${selected}
           ORDER BY sequence DESC LIMIT ? OFFSET ?) ORDER BY sequence DESC`,
        [...values, limit, offset],
      );
      return { rows: rows.map(viewOf), total: counts.total(query) };
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;

const countRow = z.object({ state: z.enum(['waiting', 'delivered', 'failed']), number: z.int() });

const countsIn = (rows: readonly unknown[]): ForwardCounts => {
  const counts = { waiting: 0, delivered: 0, failed: 0 };
  for (const row of rows) {
    const { state, number } = countRow.parse(row);
    counts[state] = number;
  }
  return counts;
};

/** How many forwards stand where: a target's are counted as they move, so that asking costs nothing. */
function createCounts(sqlite: Sqlite) {
  const ofTarget = (targetId: string): ForwardCounts =>
    countsIn(
      sqlite.all('SELECT state, number FROM forward_counts WHERE target_id = ?', [targetId]),
    );
  const ofAll = (): ForwardCounts =>
    countsIn(sqlite.all('SELECT state, sum(number) AS number FROM forward_counts GROUP BY state'));
  return {
    ofTarget,
    /** One delivery goes to few targets. */
    ofDelivery: (arrival: number, sourceId: string): ForwardCounts =>
      countsIn(
        sqlite.all(
          `SELECT state, count(*) AS number FROM forwards WHERE arrival = ? AND source_id = ?
           GROUP BY state`,
          [arrival, sourceId],
        ),
      ),
    /** Number of forwards that pass a filter; null filters nothing out. */
    total(filter: {
      readonly targetId: string | null;
      readonly state: ForwardView['state'] | null;
    }): number {
      const counts = filter.targetId === null ? ofAll() : ofTarget(filter.targetId);
      if (filter.state !== null) return counts[filter.state];
      return counts.waiting + counts.delivered + counts.failed;
    },
  };
}
