/** What is held or quarantined now, and the bounds of both. Totals are in memory, counted anew after a failure. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import type { InboxBounds } from './bounds.ts';
import { isDamage } from './open-delivery.ts';

export type Pool = 'held' | 'quarantined';

interface Total {
  deliveries: number;
  bytes: number;
}

const totalRow = z.object({
  slot: z.int(),
  pool: z.enum(['held', 'quarantined']),
  deliveries: z.int(),
  bytes: z.int(),
});
const oldestRow = z.object({ arrival: z.int(), slot: z.int(), size: z.int() });
const waitingRow = oldestRow.extend({ pool: totalRow.shape.pool });

export type WaitingDelivery = Readonly<z.infer<typeof waitingRow>>;

export function createWaiting(sqlite: Sqlite, bounds: InboxBounds) {
  const totals = new Map<string, Total>();
  const overall: Record<Pool, number> = { held: 0, quarantined: 0 };

  const totalOf = (pool: Pool, slot: number): Total => {
    const name = `${pool}:${slot}`;
    const known = totals.get(name) ?? { deliveries: 0, bytes: 0 };
    totals.set(name, known);
    return known;
  };

  const count = (pool: Pool, slot: number, deliveries: number, bytes: number) => {
    const total = totalOf(pool, slot);
    total.deliveries += deliveries;
    total.bytes += bytes;
    overall[pool] += bytes;
  };

  const reload = () => {
    totals.clear();
    overall.held = 0;
    overall.quarantined = 0;
    const rows = sqlite.all(
      'SELECT slot, pool, count(*) AS deliveries, sum(size) AS bytes FROM waiting GROUP BY slot, pool',
    );
    for (const row of rows) {
      const { slot, pool, deliveries, bytes } = totalRow.parse(row);
      count(pool, slot, deliveries, bytes);
    }
  };
  reload();

  const isOver = (pool: Pool, slot: number, more: { deliveries: number; bytes: number }) => {
    const { deliveries, bytes } = totalOf(pool, slot);
    const most = bounds[pool];
    return (
      deliveries + more.deliveries > most.slotDeliveries ||
      bytes + more.bytes > most.slotBytes ||
      overall[pool] + more.bytes > most.totalBytes
    );
  };

  const take = ({ arrival, slot, size, pool }: WaitingDelivery) => {
    sqlite.run('DELETE FROM waiting WHERE arrival = ?', [arrival]);
    count(pool, slot, -1, -size);
  };

  const giveUp = (one: WaitingDelivery) => {
    try {
      // What waits has a block of its own.
      sqlite.run('DELETE FROM blocks WHERE block = ?', [one.arrival]);
      sqlite.run('DELETE FROM deliveries WHERE arrival = ?', [one.arrival]);
      // Nobody can ask for them any more, and a sender could make more of them without end.
      sqlite.run('DELETE FROM verdicts WHERE arrival = ?', [one.arrival]);
    } catch (error) {
      // A damaged page can't be freed; what comes must not wait for it.
      if (!isDamage(error)) throw error;
    }
    take(one);
  };

  return {
    reload,
    hasRoomToHold: (slot: number, size: number): boolean =>
      !isOver('held', slot, { deliveries: 1, bytes: size }),

    /** `size`: what it takes (bounds.ts), not its body alone. */
    add(pool: Pool, delivery: { arrival: number; slot: number; size: number }): void {
      const { arrival, slot, size } = delivery;
      sqlite.run('INSERT INTO waiting (arrival, slot, pool, size) VALUES (?, ?, ?, ?)', [
        arrival,
        slot,
        pool,
        size,
      ]);
      count(pool, slot, 1, size);
    },

    /** null when it waits in no pool. */
    find(arrival: number): WaitingDelivery | null {
      const row = sqlite.first('SELECT arrival, slot, size, pool FROM waiting WHERE arrival = ?', [
        arrival,
      ]);
      return row === undefined ? null : waitingRow.parse(row);
    },
    /** Takes it out of its pool; it stays stored. */
    take,
    /** Takes it out of its pool, and out of the inbox with all that belongs to it. */
    giveUp,

    /**
     * Gives up the oldest of this slot's quarantine, then of all, until both are within bounds.
     * Returns the slot of each that went. The newest of all stays whatever its size, so that numbers
     * are never used again.
     */
    trimQuarantine(slot: number, newest: number): readonly number[] {
      const gone: number[] = [];
      const none = { deliveries: 0, bytes: 0 };
      while (isOver('quarantined', slot, none)) {
        const isOverall = overall.quarantined > bounds.quarantined.totalBytes;
        const where = isOverall ? '' : 'AND slot = ?';
        const row = sqlite.first(
          `SELECT arrival, slot, size FROM waiting WHERE pool = 'quarantined' AND arrival < ? ${where} ORDER BY arrival LIMIT 1`,
          isOverall ? [newest] : [newest, slot],
        );
        if (row === undefined) break;
        const oldest = oldestRow.parse(row);
        giveUp({ ...oldest, pool: 'quarantined' });
        gone.push(oldest.slot);
      }
      return gone;
    },
  };
}

export type Waiting = ReturnType<typeof createWaiting>;

const fingerprintRow = z.object({ fingerprint: z.string().nullable() });

/** The newest that was verified at a path, at once or later, each by an index. */
const newestVerified = ['genuine', 'genuine-reserialised'].flatMap((kind) => [
  `SELECT fingerprint FROM deliveries WHERE slot = ? AND verdict = '${kind}' ORDER BY arrival DESC LIMIT 1`,
  `SELECT fingerprint FROM verdicts WHERE slot = ? AND kind = '${kind}' ORDER BY sequence DESC LIMIT 1`,
]);

/**
 * What was acknowledged is held as long as another secret may match it: until the one that does not has
 * verified others of its path. Anything else that does not match goes to the quarantine, which forgets the oldest.
 */
export function createUnverifiedPool(sqlite: Sqlite) {
  const hasVerified = (slot: number, fingerprint: string): boolean =>
    newestVerified.some((sql) => {
      const row = sqlite.first(sql, [slot]);
      return row !== undefined && fingerprintRow.parse(row).fingerprint === fingerprint;
    });
  return (
    slot: number,
    { kind, fingerprint }: NewSignatureCheck,
    wasAcknowledged: boolean,
  ): Pool => {
    if (kind === 'not-yet-judged') return 'held';
    if (!wasAcknowledged || kind === 'missing') return 'quarantined';
    return fingerprint !== null && hasVerified(slot, fingerprint) ? 'quarantined' : 'held';
  };
}
