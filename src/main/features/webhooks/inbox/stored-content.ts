/** Opening sealed content. What was opened last stays in memory no longer than its private key does. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { expand, unpackContent } from './block-content.ts';
import { blockContext } from './profile-keys.ts';
import { openingKey, openSealed } from './sealing.ts';
import type { DeliveryContent } from './types.ts';
import type { WebhookPaths } from './webhook-paths.ts';

const placeRow = z.object({ slot: z.int(), block: z.int(), place: z.int() });
const blockRow = z.object({
  sealing_key: z.int(),
  sealed: z.instanceof(Uint8Array),
  ephemeral_public: z.instanceof(Uint8Array),
});

interface Opened {
  readonly keys: Map<number, Uint8Array>;
  last: { readonly block: number; readonly bytes: Uint8Array } | null;
}

/** Returns what opens a block of a profile. The one that was opened last is at hand. */
export function createStoredBlocks(sqlite: Sqlite, inboxId: string) {
  const opened = new WeakMap<Uint8Array, Opened>();

  return (block: number, profileId: string, privateKey: Uint8Array): Uint8Array => {
    const known = opened.get(privateKey) ?? { keys: new Map(), last: null };
    opened.set(privateKey, known);
    if (known.last?.block === block) return known.last.bytes;
    const row = blockRow.parse(
      sqlite.first(
        'SELECT sealing_key, sealed, ephemeral_public FROM blocks JOIN sealing_keys USING (sealing_key) WHERE block = ?',
        [block],
      ),
    );
    const key = known.keys.get(row.sealing_key) ?? openingKey(privateKey, row.ephemeral_public);
    const bytes = expand(openSealed(key, blockContext(inboxId, profileId, block), row.sealed));
    known.keys.set(row.sealing_key, key);
    known.last = { block, bytes };
    return bytes;
  };
}

export function createStoredContent(sqlite: Sqlite, inboxId: string, slots: WebhookPaths) {
  const openBlock = createStoredBlocks(sqlite, inboxId);

  return (arrival: number, privateKey: Uint8Array): DeliveryContent | null => {
    const found = sqlite.first('SELECT slot, block, place FROM deliveries WHERE arrival = ?', [
      arrival,
    ]);
    if (found === undefined) return null;
    const { slot, block, place } = placeRow.parse(found);
    const profileId = slots.numbered(slot)?.profileId ?? '';
    return unpackContent(openBlock(block, profileId, privateKey), place);
  };
}
