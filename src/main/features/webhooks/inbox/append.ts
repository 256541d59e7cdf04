/** The writer's one path: a group of judged deliveries becomes rows, in one transaction. */

import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { isVerified } from '../signature-checks/types.ts';
import { takenBy } from './bounds.ts';
import { createTally } from './counts.ts';
import type { PackedDelivery, PackedGroup } from './packed-group.ts';
import type { ProfileKeys } from './profile-keys.ts';
import type { SignatureIndex } from './signature-index.ts';
import { createStore, type Numbered } from './store.ts';
import {
  asStored,
  createDuplicates,
  createRecentSignatures,
  findStored,
  forgetDamaged,
  isDuplicateOf,
  type StoredVerified,
} from './stored-signatures.ts';
import type { Appended, ReplyTime } from './types.ts';
import { createUnverifiedPool, type Waiting } from './waiting.ts';
import type { NumberedPath, WebhookPaths } from './webhook-paths.ts';

export interface AppendParts {
  readonly sqlite: Sqlite;
  readonly slots: WebhookPaths;
  readonly profileKeys: ProfileKeys;
  readonly waiting: Waiting;
  readonly signatures: SignatureIndex;
  readonly numbers: Numbers;
}

/** A block is opened whole to read one delivery of it. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Returns what appends a group. Throws when it did not commit; then nothing of it is stored. `wasAcknowledged`:
 * elsewhere, whatever it is found to be here. `also` runs in the same transaction, and undoes it by throwing.
 */
export function createAppend(parts: AppendParts) {
  const { sqlite, slots, waiting, signatures, numbers, profileKeys } = parts;
  const poolOf = createUnverifiedPool(sqlite);
  return (
    group: PackedGroup,
    answered: readonly ReplyTime[],
    wasAcknowledged = false,
    also: (appended: readonly Appended[]) => void = () => undefined,
  ): readonly Appended[] => {
    const remembered = createRecentSignatures(signatures);
    const tally = createTally();
    const store = createStore(sqlite, group.bytes, profileKeys.sealerOf);
    const repeats = createDuplicates(sqlite);
    /** Genuine ones of this group by slot and signature, and those of each profile's open block. */
    const fresh = new Map<string, StoredVerified>();
    const blocks = new Map<string, { bytes: number; deliveries: Numbered[] }>();

    const flush = (profileId: string): void => {
      store(blocks.get(profileId)?.deliveries ?? [], 'kept');
      blocks.delete(profileId);
    };

    const countRepeat = (
      { slot }: NumberedPath,
      stored: StoredVerified,
      { receivedAt, verdict }: PackedDelivery,
    ): void => {
      // Told again by another computer, which came back with another key: it was received once.
      if (wasAcknowledged && stored.receivedAt === receivedAt) return;
      tally.add(slot, verdict.kind);
      repeats.add(stored.arrival, receivedAt);
      tally.add(slot, 'repeats');
    };

    const keep = (slot: NumberedPath, delivery: PackedDelivery): Appended => {
      const { signature, kind } = delivery.verdict;
      if (signature === null) throw new TypeError('A verified delivery names its signature.');
      const name = `${slot.slot}:${signature}`;
      const stored = fresh.get(name) ?? findStored(parts, slot.slot, signature);
      if (stored !== null && isDuplicateOf(stored, kind)) {
        countRepeat(slot, stored, delivery);
        return 'repeat';
      }
      const arrival = numbers.next();
      fresh.set(name, asStored(arrival, delivery.receivedAt, kind));
      remembered.add(signature, arrival);
      tally.add(slot.slot, kind);
      tally.add(slot.slot, 'kept');
      const block = blocks.get(slot.profileId) ?? { bytes: 0, deliveries: [] };
      block.deliveries.push({ arrival, slot, delivery });
      block.bytes += delivery.end - delivery.start;
      blocks.set(slot.profileId, block);
      if (block.bytes >= BLOCK_BYTES) flush(slot.profileId);
      return 'kept';
    };

    const wait = (slot: NumberedPath, delivery: PackedDelivery): Appended => {
      tally.add(slot.slot, delivery.verdict.kind);
      const size = takenBy(delivery.end - delivery.start);
      const isFull = !waiting.hasRoomToHold(slot.slot, size);
      if (isFull && delivery.verdict.kind === 'not-yet-judged') {
        tally.add(slot.slot, 'refused-hold-full');
        return 'hold-full';
      }
      // What matches nothing stands in the way of no other.
      const pool = poolOf(slot.slot, delivery.verdict, wasAcknowledged && !isFull);
      const arrival = numbers.next();
      // A block of its own, which can go alone.
      store([{ arrival, slot, delivery }], pool);
      waiting.add(pool, { arrival, slot: slot.slot, size });
      for (const gone of waiting.trimQuarantine(slot.slot, arrival)) {
        tally.add(gone, 'dropped-from-quarantine');
      }
      return pool;
    };

    const one = (delivery: PackedDelivery): Appended => {
      const slot = slots.get(delivery.slotPath);
      if (slot === null) throw new TypeError('A delivery for a path that is not reserved.');
      return isVerified(delivery.verdict.kind) ? keep(slot, delivery) : wait(slot, delivery);
    };

    for (const { slotPath, verdict } of group.deliveries)
      forgetDamaged(parts, slots.get(slotPath)?.slot ?? 0, verdict.signature);
    try {
      return sqlite.transaction(() => {
        const appended = group.deliveries.map(one);
        for (const profileId of [...blocks.keys()]) flush(profileId);
        repeats.write();
        for (const { slotPath, answers, totalMs } of answered) {
          const slot = slots.get(slotPath);
          if (slot === null) continue;
          tally.add(slot.slot, 'answers', answers);
          tally.add(slot.slot, 'answer-microseconds', Math.round(totalMs * 1000));
        }
        tally.write(sqlite);
        also(appended);
        return appended;
      });
    } catch (error) {
      remembered.takeBack();
      profileKeys.forgetRows();
      numbers.reload();
      waiting.reload();
      throw error;
    }
  };
}

/** Numbers that were never used: arrivals and later verdicts share them, so one cursor goes over both. */
interface Numbers {
  next(): number;
  /** Keeps what was given out, in the running transaction: its rows may go. */
  keep(): void;
  /** After a transaction that was undone. */
  reload(): void;
}

const lastRow = z.object({ last: z.int() });

export function createNumbers(sqlite: Sqlite): Numbers {
  const read = (): number =>
    lastRow.parse(
      sqlite.first(
        'SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries), (SELECT coalesce(max(sequence), 0) FROM verdicts), (SELECT last FROM used_numbers)) AS last',
      ),
    ).last;
  let last = read();
  return {
    next: () => {
      last += 1;
      return last;
    },
    keep: () => void sqlite.run('UPDATE used_numbers SET last = ?', [last]),
    reload: () => {
      last = read();
    },
  };
}
