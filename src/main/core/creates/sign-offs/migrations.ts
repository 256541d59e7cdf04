/** Schema of what persons said of answers that departed from what was sent, oldest first. */
import type { Migration } from '../../../../platform/migrations.ts';

const clearances1: Migration = {
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
};

export const signOffsMigrations: readonly Migration[] = [clearances1];
