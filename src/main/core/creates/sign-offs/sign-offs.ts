/** Mismatches of responses that a person signed off with the service (decisions 27). */
import { z } from 'zod';
import type { Mismatch, SignOff } from '../../../../bridge/virtual-accounts.ts';
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Audit } from '../../audit/types.ts';
import { invalid } from '../../intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../intents/no-secret.ts';

const clearanceRow = z.object({ note: z.string(), at: z.string() });

/** Names the departures: other ones have another name. */
export const digestOf = (mismatches: readonly Mismatch[]): string =>
  sha256Hex(
    canonicalJson(mismatches.map(({ field, sent, received }) => ({ field, sent, received }))),
  );

export interface SignOffs {
  /** What was said of these very departures, by the moment; null when nothing was. */
  find(id: string, mismatches: readonly Mismatch[], by: string | null): SignOff | null;
  /** Throws Failed INVALID where the departures are other ones than the person read. */
  clear(
    id: string,
    mismatches: readonly Mismatch[],
    said: { readonly digest: string; readonly note: string },
  ): void;
}

export interface SignOffsParts {
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
}

/** Over a database that signOffsMigrations were applied to. */
export function openSignOffs({ sqlite, audit, clock }: SignOffsParts): SignOffs {
  return {
    find(id, mismatches, by) {
      if (mismatches.length === 0) return null;
      const row = sqlite.first(
        `SELECT note, cleared_at AS at FROM mismatch_clearances
         WHERE virtual_account_id = ? AND digest = ? AND cleared_at <= ?
         ORDER BY cleared_at DESC, note DESC LIMIT 1`,
        [id, digestOf(mismatches), by ?? '9'],
      );
      return row === undefined ? null : clearanceRow.parse(row);
    },
    clear(id, mismatches, { digest, note }) {
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      if (mismatches.length === 0 || digest !== digestOf(mismatches))
        throw invalid(
          'The service’s data has changed meanwhile, so nothing was signed off. Check it again.',
          'changed',
        );
      const at = isoNow(clock);
      const words = note.trim();
      sqlite.transaction(() => {
        sqlite.run(
          `INSERT INTO mismatch_clearances (virtual_account_id, digest, note, cleared_at)
           VALUES (?, ?, ?, ?)`,
          [id, digest, words, at],
        );
        audit.append({
          action: 'virtual-account.mismatch.cleared',
          facts: {
            virtualAccountId: id,
            fields: mismatches.map(({ field }) => field),
            note: words,
          },
        });
      });
    },
  };
}

/** Schema of what persons said of answers that departed from what was sent, oldest first. */
export const signOffsMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-clearances-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE mismatch_clearances (
          sequence INTEGER PRIMARY KEY,
          virtual_account_id TEXT NOT NULL,
          -- Digest of the very departures that were cleared: others ask again.
          digest TEXT NOT NULL,
          note TEXT NOT NULL,
          cleared_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX mismatch_clearances_by_account
          ON mismatch_clearances (virtual_account_id, digest, sequence);
      `);
    },
  },
];
