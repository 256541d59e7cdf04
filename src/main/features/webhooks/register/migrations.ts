/** Secrets of webhooks that were made elsewhere, in the database of the profile. */
import type { Migration } from '../../../../platform/migrations.ts';

const register1: Migration = {
  id: '2026-11-20-register-1',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE entered_webhook_secrets (
        sequence INTEGER PRIMARY KEY,
        webhook_id TEXT NOT NULL,
        sealed BLOB NOT NULL,
        entered_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entered_webhook_secrets_by_webhook
        ON entered_webhook_secrets (webhook_id, sequence);
    `);
  },
};

export const registerMigrations: readonly Migration[] = [register1];
