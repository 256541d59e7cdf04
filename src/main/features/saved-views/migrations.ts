/** Schema of saved views, oldest first. */
import type { Migration } from '../../../platform/migrations.ts';

export const viewMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-timeline-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE timeline_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          -- Two names that differ in the size of their letters alone are one.
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    id: '2026-11-23-payout-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE payout_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    id: '2026-11-25-other-record-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE other_record_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
];
