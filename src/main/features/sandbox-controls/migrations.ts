/** Schema of the sandbox controls. */
import type { Migration } from '../../../platform/migrations.ts';

export const sandboxControlsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-sandbox-samples-1',
    up(sqlite) {
      sqlite.exec(`
        -- Whether sample data was added. Times are ISO 8601 UTC.
        CREATE TABLE sandbox_samples (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          started_at TEXT NOT NULL,
          ended_at TEXT,
          failure TEXT
        ) STRICT;
      `);
    },
  },
];
