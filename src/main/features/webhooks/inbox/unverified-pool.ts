/** Where a delivery waits that is not verified. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import type { Pool } from './waiting.ts';

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
