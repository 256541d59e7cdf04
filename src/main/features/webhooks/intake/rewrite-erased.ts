/** Takes personal data of erased customers out of the deliveries that are noted for it. */
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { lastingBytes } from '../../../core/records/erased/lasting.ts';
import type { Inbox, Rewrite } from '../inbox/types.ts';

export interface RewriteErasedParts {
  readonly inbox: Pick<Inbox, 'rewrite' | 'scrub'>;
  /** The profile's database. */
  readonly sqlite: Sqlite;
  readonly profileId: string;
  /** Private key of the profile’s inbox. */
  readonly privateKey: Uint8Array;
  readonly figures: ReadonlySet<string>;
  /** Aborted when it is to be cut off: it rejects, and the rest stays noted. */
  readonly signal?: AbortSignal;
}

const arrivalRows = z.array(z.object({ arrival: z.int() }));
/** The log is read for moments only. */
const SCRUBS = 50;
const WAIT_MS = 100;

/** Notes a delivery. Joins a running transaction. */
export const noteErasedDelivery = (sqlite: Sqlite, arrival: number): void =>
  void sqlite.run('INSERT INTO erased_deliveries (arrival) VALUES (?) ON CONFLICT DO NOTHING', [
    arrival,
  ]);

export const hasErasedDeliveries = (sqlite: Sqlite): boolean =>
  sqlite.first('SELECT 1 FROM erased_deliveries LIMIT 1') !== undefined;

/**
 * Whether nothing that was let go is left in the file: whoever reads its log at that moment, as a backup does, keeps
 * it from being emptied.
 */
export async function scrubbed(
  inbox: Pick<Inbox, 'scrub'>,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let left = SCRUBS; !(await inbox.scrub()); left -= 1) {
    if (left === 0) return false;
    await after(WAIT_MS);
    signal?.throwIfAborted();
  }
  return true;
}

/** As Inbox.rewrite. Whether nothing that went by it is left in the file: where nothing did, it is left alone. */
export async function rewriteAndScrub(
  inbox: Pick<Inbox, 'rewrite' | 'scrub'>,
  order: Parameters<Inbox['rewrite']>[0],
  rewrite: Rewrite,
): Promise<boolean> {
  let isRewritten = false;
  await inbox.rewrite(order, (content, arrival) => {
    const left = rewrite(content, arrival);
    isRewritten ||= left !== null;
    return left;
  });
  return !isRewritten || (await scrubbed(inbox));
}

/** Whether nothing of them is left in the file. Until then they stay noted. */
export async function rewriteErased(parts: RewriteErasedParts): Promise<boolean> {
  const { inbox, sqlite, profileId, privateKey, figures, signal } = parts;
  const arrivals = arrivalRows
    .parse(sqlite.all('SELECT arrival FROM erased_deliveries ORDER BY arrival'))
    .map(({ arrival }) => arrival);
  if (arrivals.length === 0) return true;
  await inbox.rewrite({ profileId, privateKey, arrivals }, ({ body }) => {
    signal?.throwIfAborted();
    return lastingBytes(body, { figures });
  });
  if (!(await scrubbed(inbox, signal))) return false;
  sqlite.run('DELETE FROM erased_deliveries WHERE arrival IN (SELECT value FROM json_each(?))', [
    JSON.stringify(arrivals),
  ]);
  return true;
}
