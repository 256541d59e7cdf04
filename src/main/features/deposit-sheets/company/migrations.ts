/** Schema of the letterhead: one row, and none before it is saved first. */
import type { Migration } from '../../../../platform/migrations.ts';

export const companyMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-sheets-company-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE sheets_company (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          name TEXT NOT NULL,
          -- JSON list of texts.
          address_lines TEXT NOT NULL,
          paper TEXT NOT NULL,
          logo BLOB,
          logo_type TEXT,
          logo_width INTEGER,
          logo_height INTEGER
        ) STRICT;
      `);
    },
  },
];
