/** Reserved paths: few, so they are all in memory, and written through. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { PathAssignment, WebhookPath } from './types.ts';

/** A slot and its row. */
export interface NumberedPath extends WebhookPath {
  readonly slot: number;
}

const slotRow = z
  .object({
    slot: z.int(),
    path: z.string(),
    profile_id: z.string(),
    intent_key: z.string().nullable(),
    webhook_id: z.string().nullable(),
    reserved_at: z.string(),
  })
  .transform(
    (row): NumberedPath => ({
      slot: row.slot,
      path: row.path,
      profileId: row.profile_id,
      intentKey: row.intent_key,
      webhookId: row.webhook_id,
      reservedAt: row.reserved_at,
    }),
  );

const slotPathPattern = /^[0-9a-f]{32}$/;

/** Never reserved: where proofs go while no path is. */
export const probePath = '0'.repeat(32);

export function createWebhookPaths(sqlite: Sqlite) {
  const known = new Map<string, NumberedPath>();
  const byNumber = new Map<number, NumberedPath>();
  const reload = () => {
    for (const row of sqlite.all('SELECT * FROM slots ORDER BY slot')) {
      const slot = slotRow.parse(row);
      known.set(slot.path, slot);
      byNumber.set(slot.slot, slot);
    }
  };
  reload();

  return {
    /** Reads what another connection wrote. */
    reload,
    get: (path: string): NumberedPath | null => known.get(path) ?? null,
    list: (): readonly NumberedPath[] => [...known.values()],
    numbered: (slot: number): NumberedPath | null => byNumber.get(slot) ?? null,

    reserve(slot: WebhookPath): void {
      if (!slotPathPattern.test(slot.path)) {
        throw new TypeError('A webhook path is 32 lowercase hex digits.');
      }
      if (slot.path === probePath) throw new TypeError('This path is kept for proofs.');
      if (known.has(slot.path)) throw new TypeError('This webhook path is taken.');
      sqlite.run(
        'INSERT INTO slots (path, profile_id, intent_key, webhook_id, reserved_at) VALUES (?, ?, ?, ?, ?)',
        [slot.path, slot.profileId, slot.intentKey, slot.webhookId, slot.reservedAt],
      );
      reload();
    },

    assign(path: string, { webhookId, intentKey, insteadOf }: PathAssignment): void {
      const slot = known.get(path);
      if (slot === undefined) throw new TypeError('No such webhook path is reserved.');
      if (webhookId !== undefined && ![null, webhookId].includes(slot.webhookId)) {
        throw new TypeError('This webhook path is another webhook’s.');
      }
      if (intentKey !== undefined && ![null, intentKey, insteadOf].includes(slot.intentKey)) {
        throw new TypeError('This webhook path is another write’s.');
      }
      sqlite.run('UPDATE slots SET webhook_id = ?, intent_key = ? WHERE slot = ?', [
        webhookId ?? slot.webhookId,
        intentKey ?? slot.intentKey,
        slot.slot,
      ]);
      reload();
    },
  };
}

export type WebhookPaths = ReturnType<typeof createWebhookPaths>;
