/** Schema of notices. */
import type { Migration } from '../../../platform/migrations.ts';

export const noticeMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-notices-1',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE notice_settings (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          quiet TEXT,
          has_details INTEGER NOT NULL
        ) STRICT;
        INSERT INTO notice_settings (only, has_details) VALUES (1, 0);
        -- Kinds that were chosen. What was there before is known once it was read.
        CREATE TABLE notice_kinds (
          kind TEXT PRIMARY KEY,
          is_known INTEGER NOT NULL,
          -- Nothing as old as this is told: of very many, the newest alone are read.
          told_after TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notice_told (
          kind TEXT NOT NULL REFERENCES notice_kinds (kind) ON DELETE CASCADE,
          mark TEXT NOT NULL,
          at TEXT NOT NULL,
          PRIMARY KEY (kind, mark)
        ) STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-24-notices-payouts',
    // As the overview calls them.
    up: (sqlite) =>
      sqlite.exec(`
        INSERT INTO notice_kinds SELECT 'payoutsFailed', is_known, told_after
          FROM notice_kinds WHERE kind = 'failedPayouts';
        UPDATE notice_told SET kind = 'payoutsFailed' WHERE kind = 'failedPayouts';
        DELETE FROM notice_kinds WHERE kind = 'failedPayouts';
      `),
  },
];
