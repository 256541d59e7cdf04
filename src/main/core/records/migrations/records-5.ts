/** Whom customers wait on, and since when. As the columns of lists it holds nothing of its own. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records5: Migration = {
  id: '2026-11-21-records-5',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE customer_queue (
        id TEXT PRIMARY KEY,
        record INTEGER NOT NULL,
        -- Judged from the profiles alone; since tells when this began.
        state TEXT NOT NULL,
        -- The same, with what is held by hand taken in.
        waits_on TEXT NOT NULL,
        since TEXT NOT NULL,
        since_at INTEGER NOT NULL,
        is_since_told INTEGER NOT NULL,
        missing TEXT NOT NULL
      ) STRICT;
      CREATE INDEX customer_queue_in_order ON customer_queue (waits_on, since_at, id);
    `);
  },
};
