/** Genuine deliveries by signature: which one is stored already, and how often it was repeated. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { SignatureCheckKind } from '../signature-checks/types.ts';
import { isDamage } from './open-delivery.ts';
import type { SignatureIndex } from './signature-index.ts';

/** Verified at once, or later by a check that names the signature. */
const IS_SAME = `
  SELECT verdict AS kind, received_at FROM deliveries
  WHERE arrival = ? AND slot = ? AND signature = ?
  UNION ALL
  SELECT kind, (SELECT received_at FROM deliveries WHERE arrival = verdicts.arrival)
  FROM verdicts WHERE arrival = ? AND slot = ? AND signature = ?
  LIMIT 1`;
const sameRow = z.object({ kind: z.string(), received_at: z.int().nullable() });
/** Its end: all pages of the content are read for it. */
const CONTENT = `
  SELECT substr(sealed, -1) FROM blocks
  WHERE block = (SELECT block FROM deliveries WHERE arrival = ?)`;

/** A genuine delivery that is stored, and what its signature was found to cover. */
export interface StoredVerified {
  readonly arrival: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number | null;
  readonly isRaw: boolean;
}

const isRaw = (kind: string): boolean => kind === 'genuine';

/** A delivery that is being stored under this number, as a later one finds it. */
export const asStored = (
  arrival: number,
  receivedAt: number,
  kind: SignatureCheckKind,
): StoredVerified => ({ arrival, receivedAt, isRaw: isRaw(kind) });

/**
 * Whether one more with the same signature is a repeat. Where its raw bytes are what was signed and those
 * that are stored are not, it supersedes them: the bytes that were signed are never turned away for others.
 */
export const isDuplicateOf = (stored: StoredVerified, kind: SignatureCheckKind): boolean =>
  stored.isRaw || !isRaw(kind);

interface Parts {
  readonly sqlite: Sqlite;
  readonly signatures: SignatureIndex;
}

/** The stored genuine delivery of this slot with this very signature. */
export function findStored(
  { sqlite, signatures }: Parts,
  slot: number,
  signature: string,
): StoredVerified | null {
  const arrival = signatures.find(signature);
  if (arrival === null) return null;
  const same = [arrival, slot, Buffer.from(signature, 'hex')];
  const row = sqlite.first(IS_SAME, [...same, ...same]);
  if (row === undefined) return null;
  const { kind, received_at: receivedAt } = sameRow.parse(row);
  return { arrival, receivedAt, isRaw: isRaw(kind) };
}

/**
 * What is stored and can't be read any more is no duplicate of what comes, which takes its place. Called before a
 * transaction: SQLite ends one that meets a damaged page.
 */
export function forgetDamaged(parts: Parts, slot: number, signature: string | null): void {
  if (signature === null) return;
  try {
    const stored = findStored(parts, slot, signature);
    if (stored === null || parts.sqlite.first(CONTENT, [stored.arrival]) !== undefined) return;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  parts.signatures.remove(signature);
}

/** Signatures that a transaction adds to the index, to be taken back when it does not commit. */
export function createRecentSignatures(signatures: SignatureIndex) {
  const undo: (() => void)[] = [];
  return {
    add(signature: string, arrival: number): void {
      const before = signatures.find(signature);
      signatures.add(signature, arrival);
      undo.push(() => {
        if (before === null) signatures.remove(signature);
        else signatures.add(signature, before);
      });
    },
    takeBack(): void {
      for (const one of undo.toReversed()) one();
    },
  };
}

/** Counts repeats over a transaction, and writes each delivery's once. */
export function createDuplicates(sqlite: Sqlite) {
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
