/** Genuine deliveries by signature: which one is stored already, and how often it was repeated. */
import type { Sqlite } from '../../foundation/sqlite.ts';
import { isDamage } from './damage.ts';
import type { SignatureIndex } from './signature-index.ts';

/** Judged genuine at once, or later by a verdict that names the signature. */
const IS_SAME = `
  SELECT 1 FROM deliveries WHERE arrival = ? AND slot = ? AND signature = ?
  UNION ALL
  SELECT 1 FROM verdicts WHERE arrival = ? AND slot = ? AND signature = ?
  LIMIT 1`;

/** The stored genuine delivery of this slot with this very signature. */
export function findStored(
  { sqlite, signatures }: { readonly sqlite: Sqlite; readonly signatures: SignatureIndex },
  slot: number,
  signature: string,
): number | null {
  const arrival = signatures.find(signature);
  if (arrival === null) return null;
  try {
    const same = [arrival, slot, Buffer.from(signature, 'hex')];
    const isSame = sqlite.first(IS_SAME, [...same, ...same]);
    return isSame === undefined ? null : arrival;
  } catch (error) {
    // What is stored can't be read any more: this one takes its place.
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Counts repeats over a transaction, and writes each delivery's once. */
export function createRepeats(sqlite: Sqlite) {
  const repeats = new Map<number, { count: number; lastAt: number }>();
  return {
    add(arrival: number, receivedAt: number): void {
      const { count, lastAt } = repeats.get(arrival) ?? { count: 0, lastAt: receivedAt };
      repeats.set(arrival, { count: count + 1, lastAt: Math.max(lastAt, receivedAt) });
    },
    write(): void {
      for (const [arrival, { count, lastAt }] of repeats) {
        sqlite.run(
          'INSERT INTO repeats (arrival, count, last_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)',
          [arrival, count, lastAt],
        );
      }
    },
  };
}
