/** Reading the rows of the inbox: lists, verdicts, what waits, and the stream of genuine ones. */
import { z } from 'zod';
import { readCount } from '../../../../platform/read-count.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { type SignatureCheck, signatureCheckKinds } from '../signature-checks/types.ts';
import { createArrivals } from './arrivals.ts';
import { sumOfCounts } from './counts.ts';
import { isDamage, UnreadableDelivery } from './open-delivery.ts';
import type { DeliveryQuery, Inbox, StoredDelivery } from './types.ts';
import type { WebhookPaths } from './webhook-paths.ts';

const kind = z.enum(signatureCheckKinds);
const flag = z.int().transform((value) => value === 1);
const keeping = z.enum(['kept', 'held', 'quarantined']);
const deliveryRow = z.object({
  arrival: z.int(),
  slot: z.int(),
  received_at: z.int(),
  size: z.int(),
  keeping,
  kind,
  webhook_id: z.string().nullable(),
  fingerprint: z.string().nullable(),
  judged_at: z.int(),
  has_signature: flag,
  repeats: z.int(),
  last_at: z.int().nullable(),
});
const verdictRow = z
  .object({
    kind,
    webhook_id: z.string().nullable(),
    fingerprint: z.string().nullable(),
    judged_at: z.int(),
    has_signature: flag,
  })
  .transform(
    (row): SignatureCheck => ({
      kind: row.kind,
      webhookId: row.webhook_id,
      fingerprint: row.fingerprint,
      judgedAt: row.judged_at,
      hasSignature: row.has_signature,
    }),
  );
const receivedRow = z.object({ received_at: z.int() });
const lastRow = z.object({ at: z.int().nullable() });
const groupRow = z.object({ first: z.int(), last: z.int() });
const waitingRow = z.object({ arrival: z.int(), slot: z.int(), pool: keeping });

/** A delivery as it stands now: its newest verdict, and the pool it waits in, if any. */
const DELIVERY_NOW = `
  SELECT d.arrival, d.slot, d.received_at, d.size,
    coalesce(w.pool, 'kept') AS keeping,
    coalesce(v.kind, d.verdict) AS kind,
    CASE WHEN v.kind IS NULL THEN d.webhook_id ELSE v.webhook_id END AS webhook_id,
    CASE WHEN v.kind IS NULL THEN d.fingerprint ELSE v.fingerprint END AS fingerprint,
    coalesce(v.judged_at, d.received_at) AS judged_at,
    CASE WHEN v.kind IS NULL THEN d.signature ELSE v.signature END IS NOT NULL AS has_signature,
    coalesce(r.count, 0) AS repeats, r.last_at
  FROM deliveries d
  LEFT JOIN waiting w ON w.arrival = d.arrival
  LEFT JOIN verdicts v ON v.sequence =
    (SELECT max(sequence) FROM verdicts WHERE verdicts.arrival = d.arrival)
  LEFT JOIN repeats r ON r.arrival = d.arrival`;

const BY_ARRIVALS = `${DELIVERY_NOW} WHERE d.arrival IN (SELECT value FROM json_each(?))
  ORDER BY d.arrival DESC`;
const BY_ARRIVAL = `${DELIVERY_NOW} WHERE d.arrival = ?`;

export function createStoredDeliveries(sqlite: Sqlite, slots: WebhookPaths) {
  const arrivals = createArrivals(sqlite);
  const slotNumbers = (profileId: string, path?: string | null): string =>
    JSON.stringify(
      slots
        .list()
        .filter((slot) => slot.profileId === profileId && (path ?? slot.path) === slot.path)
        .map(({ slot }) => slot),
    );

  const asDelivery = (row: unknown): StoredDelivery => {
    const parsed = deliveryRow.parse(row);
    const slot = slots.numbered(parsed.slot);
    if (slot === null) throw new UnreadableDelivery('A delivery of a slot that is not reserved.');
    return {
      arrival: parsed.arrival,
      slotPath: slot.path,
      profileId: slot.profileId,
      receivedAt: parsed.received_at,
      size: parsed.size,
      keeping: parsed.keeping,
      verdict: {
        kind: parsed.kind,
        webhookId: parsed.webhook_id,
        fingerprint: parsed.fingerprint,
        judgedAt: parsed.judged_at,
        hasSignature: parsed.has_signature,
      },
      repeats: parsed.repeats,
      lastRepeatAt: parsed.last_at,
    };
  };

  const get = (arrival: number): StoredDelivery | null => {
    const row = sqlite.first(BY_ARRIVAL, [arrival]);
    return row === undefined ? null : asDelivery(row);
  };
  const getIfReadable = (arrival: number): readonly StoredDelivery[] => {
    try {
      const delivery = get(arrival);
      return delivery === null ? [] : [delivery];
    } catch (error) {
      if (!isDamage(error)) throw error;
      return [];
    }
  };
  /** Newest first, without those that can't be read. */
  const readable = (wanted: readonly number[]): readonly StoredDelivery[] => {
    try {
      return sqlite.all(BY_ARRIVALS, [JSON.stringify(wanted)]).map(asDelivery);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return wanted.flatMap(getIfReadable);
    }
  };

  /** The first arrival of the group in which a backup brought this one; null where none did. */
  const broughtFrom = (arrival: number): number | null => {
    const row = sqlite.first(
      'SELECT first, last FROM from_backups WHERE first <= ? ORDER BY first DESC LIMIT 1',
      [arrival],
    );
    const group = row === undefined ? null : groupRow.parse(row);
    return group !== null && arrival <= group.last ? group.first : null;
  };

  return {
    isFromBackup: (arrival: number): boolean => broughtFrom(arrival) !== null,

    /** Those that can't be read are left out. */
    list(query: DeliveryQuery): readonly StoredDelivery[] {
      const { keeping = null, verdict = null, limit } = query;
      const wanted = { slots: slotNumbers(query.profileId, query.slotPath), keeping, verdict };
      const found: StoredDelivery[] = [];
      let before = query.before ?? Number.MAX_SAFE_INTEGER;
      for (;;) {
        const page = arrivals.newestBefore(wanted, before, limit);
        const isWanted = (delivery: StoredDelivery) =>
          (keeping ?? delivery.keeping) === delivery.keeping &&
          (verdict ?? delivery.verdict.kind) === delivery.verdict.kind;
        found.push(...readable(page).filter(isWanted));
        if (page.length < limit || found.length >= limit) return found.slice(0, limit);
        before = page.at(-1) ?? 0;
      }
    },

    /** Throws when its row is damaged. */
    get,

    /** null when it is not stored or can't be read. */
    slotPathOf: (arrival: number): string | null => getIfReadable(arrival)[0]?.slotPath ?? null,

    /** Oldest first. */
    verdicts(arrival: number): readonly SignatureCheck[] {
      const first = sqlite.all(
        `SELECT verdict AS kind, webhook_id, fingerprint, received_at AS judged_at,
           signature IS NOT NULL AS has_signature FROM deliveries WHERE arrival = ?`,
        [arrival],
      );
      const later = sqlite.all(
        `SELECT kind, webhook_id, fingerprint, judged_at, signature IS NOT NULL AS has_signature
         FROM verdicts WHERE arrival = ? ORDER BY sequence`,
        [arrival],
      );
      return z.array(verdictRow).parse([...first, ...later]);
    },

    waiting(query: Parameters<Inbox['waiting']>[0]) {
      const rows = sqlite.all(
        // By arrival, so that a page is a page; only so many wait at all.
        `SELECT arrival, slot, pool FROM waiting
         WHERE +slot IN (SELECT value FROM json_each(?)) AND arrival > ? ORDER BY arrival LIMIT ?`,
        [slotNumbers(query.profileId, query.slotPath), query.after, query.limit],
      );
      return z
        .array(waitingRow)
        .parse(rows)
        .map(({ arrival, slot, pool }) => ({
          arrival,
          slotPath: slots.numbered(slot)?.path ?? '',
          keeping: pool,
        }));
    },

    lastWaitingAt: (profileId: string): number | null =>
      lastRow.parse(
        sqlite.first(
          `SELECT max(d.received_at) AS at FROM waiting AS w CROSS JOIN deliveries AS d
             ON d.arrival = w.arrival
           WHERE w.slot IN (SELECT value FROM json_each(?))`,
          [slotNumbers(profileId)],
        ),
      ).at,

    genuineAfter: (profileId: string, sequence: number, limit: number) =>
      arrivals.genuineAfter(slotNumbers(profileId), sequence, limit),

    genuineCount: (profileId: string): number =>
      sumOfCounts(sqlite, slotNumbers(profileId), 'kept'),

    /** How many wait in each pool. */
    waitingCounts(slot: number): { readonly held: number; readonly quarantined: number } {
      const count = (pool: 'held' | 'quarantined'): number =>
        readCount(sqlite, 'SELECT count(*) AS count FROM waiting WHERE slot = ? AND pool = ?', [
          slot,
          pool,
        ]);
      return { held: count('held'), quarantined: count('quarantined') };
    },

    /** What a backup brought has high numbers and is from before, so what came in front of it counts, too. */
    lastReceivedAt(slot: number): number | null {
      let latest: number | null = null;
      let before: number | null = Number.MAX_SAFE_INTEGER;
      while (before !== null) {
        const last = arrivals.lastBefore(JSON.stringify([slot]), before);
        const row = sqlite.first('SELECT received_at FROM deliveries WHERE arrival = ?', [last]);
        if (row !== undefined) latest = Math.max(latest ?? 0, receivedRow.parse(row).received_at);
        before = last === null ? null : broughtFrom(last);
      }
      return latest;
    },
  };
}
