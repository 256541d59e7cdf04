/** Schema of retention. */
import type { Migration } from '../../../platform/migrations.ts';

export const retentionMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-retention-1',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE retention (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          -- Months; null: for ever.
          deliveries INTEGER,
          responses INTEGER,
          applied_at TEXT,
          applied_deliveries INTEGER NOT NULL DEFAULT 0,
          applied_responses INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO retention (only) VALUES (1);
        -- Deliveries of which nothing more is left to go.
        CREATE TABLE retention_done (arrival INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-26-retention-2',
    up: (sqlite) =>
      sqlite.exec(`
        ALTER TABLE retention ADD COLUMN inputs INTEGER;
        ALTER TABLE retention ADD COLUMN applied_inputs INTEGER NOT NULL DEFAULT 0;
        -- Requests of whose input nothing more is left to go, by their number.
        CREATE TABLE retention_inputs_done (sequence INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-26-retention-3',
    // Bulk runs of whose rows without a request nothing more is left to go, by their number.
    up: (sqlite) =>
      sqlite.exec('CREATE TABLE retention_runs_done (run INTEGER PRIMARY KEY) STRICT'),
  },
];
