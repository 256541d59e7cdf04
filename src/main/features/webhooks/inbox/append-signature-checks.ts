/** Later verdicts: appended in one transaction, and what they are about goes where it belongs now. */
import { z } from 'zod';
import { isVerified, type NewSignatureCheck } from '../signature-checks/types.ts';
import type { AppendParts } from './append.ts';
import { createTally } from './counts.ts';
import {
  createDuplicates,
  createRecentSignatures,
  findStored,
  forgetDamaged,
  isDuplicateOf,
} from './stored-signatures.ts';
import { createUnverifiedPool, type WaitingDelivery } from './waiting.ts';

type Later = { readonly arrival: number; readonly verdict: NewSignatureCheck };

const NEWEST = `
  SELECT kind, webhook_id, fingerprint FROM
    (SELECT sequence, kind, webhook_id, fingerprint FROM verdicts WHERE arrival = ?
     UNION ALL
     SELECT 0, verdict, webhook_id, fingerprint FROM deliveries WHERE arrival = ?)
  ORDER BY sequence DESC LIMIT 1`;
const newestRow = z.object({
  kind: z.string(),
  webhook_id: z.string().nullable(),
  fingerprint: z.string().nullable(),
});

const receivedRow = z.object({ received_at: z.int() });

/**
 * Returns what appends verdicts on deliveries that wait; others are left as they are. Of which the same
 * was said already, nothing is appended. One that turns out to be an exact repeat of a genuine delivery is
 * counted there and goes, as it would have been when it came.
 */
export function createAppendSignatureChecks(
  parts: Pick<AppendParts, 'sqlite' | 'waiting' | 'numbers' | 'signatures'>,
) {
  const { sqlite, waiting, numbers, signatures } = parts;
  const poolOf = createUnverifiedPool(sqlite);
  const isSaidAlready = ({ arrival, verdict }: Later): boolean => {
    const row = sqlite.first(NEWEST, [arrival, arrival]);
    if (row === undefined) return false;
    const newest = newestRow.parse(row);
    return (
      newest.kind === verdict.kind &&
      newest.webhook_id === verdict.webhookId &&
      newest.fingerprint === verdict.fingerprint
    );
  };

  const receivedAt = (arrival: number): number =>
    receivedRow.parse(
      sqlite.first('SELECT received_at FROM deliveries WHERE arrival = ?', [arrival]),
    ).received_at;

  /** The number it got; the signature is kept of genuine ones alone. */
  const insert = (
    slot: number,
    { arrival, verdict }: Later,
    judgedAt: number,
    signature: string | null,
  ): number => {
    const sequence = numbers.next();
    sqlite.run(
      'INSERT INTO verdicts (sequence, arrival, slot, judged_at, kind, webhook_id, fingerprint, signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      [
        sequence,
        arrival,
        slot,
        judgedAt,
        verdict.kind,
        verdict.webhookId,
        verdict.fingerprint,
        signature === null ? null : Buffer.from(signature, 'hex'),
      ],
    );
    return sequence;
  };

  return (verdicts: readonly Later[], judgedAt: number): void => {
    const remembered = createRecentSignatures(signatures);
    const tally = createTally();
    const repeats = createDuplicates(sqlite);

    const keep = (found: WaitingDelivery, later: Later): void => {
      const { signature, kind } = later.verdict;
      if (signature === null) throw new TypeError('A verified delivery names its signature.');
      const stored = findStored(parts, found.slot, signature);
      if (stored !== null && isDuplicateOf(stored, kind)) {
        const at = receivedAt(found.arrival);
        // Received once, and told again: as where it is judged when it comes.
        if (stored.receivedAt !== at) {
          repeats.add(stored.arrival, at);
          tally.add(found.slot, 'repeats');
        }
        waiting.giveUp(found);
        return;
      }
      waiting.take(found);
      insert(found.slot, later, judgedAt, signature);
      remembered.add(signature, found.arrival);
      tally.add(found.slot, 'kept');
    };

    const waitOn = (found: WaitingDelivery, later: Later, isSaid: boolean): void => {
      const { arrival, slot, size } = found;
      const pool = poolOf(slot, later.verdict, found.pool === 'held');
      if (isSaid && pool === found.pool) return;
      waiting.take(found);
      const newest = isSaid ? arrival + 1 : insert(slot, later, judgedAt, null);
      waiting.add(pool, { arrival, slot, size });
      for (const gone of waiting.trimQuarantine(slot, newest)) {
        tally.add(gone, 'dropped-from-quarantine');
      }
    };

    const append = (later: Later): void => {
      const found = waiting.find(later.arrival);
      if (found === null) return;
      const isSaid = isSaidAlready(later);
      if (!isVerified(later.verdict.kind)) waitOn(found, later, isSaid);
      else if (!isSaid) keep(found, later);
    };

    for (const { arrival, verdict } of verdicts)
      forgetDamaged(parts, waiting.find(arrival)?.slot ?? 0, verdict.signature);
    try {
      sqlite.transaction(() => {
        for (const one of verdicts) append(one);
        repeats.write();
        tally.write(sqlite);
        numbers.keep();
      });
    } catch (error) {
      remembered.takeBack();
      numbers.reload();
      waiting.reload();
      throw error;
    }
  };
}
