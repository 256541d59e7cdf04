/** When this installation was receiving. Beside the inbox, in a database of its own. */
import type { Migration } from '../../../../platform/migrations.ts';

const coverage1: Migration = {
  id: '2026-11-21-coverage-1',
  up(sqlite) {
    sqlite.exec(`
      -- Milliseconds since 1970. A run without an end was cut off after it was last alive.
      CREATE TABLE runs (
        run INTEGER PRIMARY KEY,
        opened_at INTEGER NOT NULL,
        alive_at INTEGER NOT NULL,
        closed_at INTEGER
      ) STRICT;
      CREATE INDEX runs_by_end ON runs (coalesce(closed_at, alive_at));

      -- Addresses of webhooks that were proved to lead here. One without an end ended with its run.
      CREATE TABLE ways (
        way INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        address TEXT NOT NULL,
        proven_from INTEGER NOT NULL,
        proven_until INTEGER
      ) STRICT;
      CREATE INDEX ways_by_run ON ways (run);
    `);
  },
};

export const coverageMigrations: readonly Migration[] = [coverage1];
