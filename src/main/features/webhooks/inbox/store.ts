/** Writes deliveries with their content sealed in one block. */
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { compact } from './block-content.ts';
import type { PackedDelivery } from './packed-group.ts';
import type { Keeping } from './types.ts';
import type { NumberedPath } from './webhook-paths.ts';

export interface Numbered {
  readonly arrival: number;
  readonly slot: NumberedPath;
  readonly delivery: PackedDelivery;
}

/** Seals for one profile under a key whose row is in the database. */
export interface Sealer {
  readonly row: number;
  seal(block: number, content: Uint8Array): Uint8Array;
}

const INSERT_BLOCK = 'INSERT INTO blocks (block, sealing_key, sealed) VALUES (?, ?, ?)';
const INSERT_DELIVERY =
  'INSERT INTO deliveries (arrival, slot, received_at, size, block, place, keeping, verdict, webhook_id, fingerprint, signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

/** Returns what stores deliveries of one profile, whose content is in `bytes`, as one block. */
export function createStore(
  sqlite: Sqlite,
  bytes: Uint8Array,
  sealerOf: (profileId: string) => Sealer,
) {
  return (deliveries: readonly Numbered[], keeping: Keeping): void => {
    const [first] = deliveries;
    if (first === undefined) return;
    const sealer = sealerOf(first.slot.profileId);
    const block = first.arrival;
    const content = Buffer.concat(
      deliveries.map(({ delivery }) => bytes.subarray(delivery.start, delivery.end)),
    );
    sqlite.run(INSERT_BLOCK, [block, sealer.row, sealer.seal(block, compact(content))]);
    let place = 0;
    for (const { arrival, slot, delivery } of deliveries) {
      const { verdict, receivedAt, size, start, end } = delivery;
      const { kind, webhookId, fingerprint, signature } = verdict;
      sqlite.run(INSERT_DELIVERY, [
        arrival,
        slot.slot,
        receivedAt,
        size,
        block,
        place,
        keeping,
        kind,
        webhookId,
        fingerprint,
        signature === null ? null : Buffer.from(signature, 'hex'),
      ]);
      place += end - start;
    }
  };
}
