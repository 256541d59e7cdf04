/** Schema of period closes. */
import type { Migration } from '../../../platform/migrations.ts';

export const reportsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-period-closes-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE period_closes (
          sequence INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          from_day TEXT NOT NULL,
          to_day TEXT NOT NULL,
          time_zone TEXT NOT NULL,
          version INTEGER NOT NULL,
          closed_at TEXT NOT NULL,
          closed_by TEXT,
          note TEXT NOT NULL,
          -- The newest observation that it knew.
          arrival INTEGER NOT NULL,
          -- Payouts of the period as they were at the close, deflated JSON.
          payouts INTEGER NOT NULL,
          snapshot BLOB NOT NULL,
          -- All that the report says, as JSON, and the digest of its CSV.
          content TEXT NOT NULL,
          sha256 TEXT NOT NULL
        ) STRICT;

        CREATE TRIGGER period_closes_never_change BEFORE UPDATE ON period_closes
          BEGIN SELECT RAISE(ABORT, 'a period close never changes'); END;
        CREATE TRIGGER period_closes_never_go BEFORE DELETE ON period_closes
          BEGIN SELECT RAISE(ABORT, 'a period close is never deleted'); END;
      `);
    },
  },
  {
    id: '2026-11-25-period-closes-2',
    up: (sqlite) =>
      sqlite.exec(`
        -- Of closes made before this table, the PDF that was drawn first since.
        CREATE TABLE period_close_pdfs (
          id TEXT PRIMARY KEY REFERENCES period_closes (id),
          pdf BLOB NOT NULL,
          sha256 TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER period_close_pdfs_never_change BEFORE UPDATE ON period_close_pdfs
          BEGIN SELECT RAISE(ABORT, 'the PDF of a period close never changes'); END;
        CREATE TRIGGER period_close_pdfs_never_go BEFORE DELETE ON period_close_pdfs
          BEGIN SELECT RAISE(ABORT, 'the PDF of a period close is never deleted'); END;
      `),
  },
];
