/** Schema of forwarding, in the database of the profile. */
import type { Migration } from '../../../../platform/migrations.ts';

const forward1: Migration = {
  id: '2026-11-20-forward-1',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE forward_targets (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        url TEXT NOT NULL,
        webhook_id TEXT,
        events TEXT NOT NULL,
        is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
        is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
        created_at TEXT NOT NULL,
        source_id TEXT NOT NULL,
        -- Deliveries up to here are queued or were not wanted.
        cursor INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE forwards (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        target_id TEXT NOT NULL REFERENCES forward_targets (id),
        source_id TEXT NOT NULL,
        arrival INTEGER NOT NULL,
        is_replay INTEGER NOT NULL CHECK (is_replay IN (0, 1)),
        state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
        queued_at TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        status INTEGER,
        last_ms REAL,
        last_tried_at TEXT,
        -- Milliseconds since 1970; null when it is over.
        next_try INTEGER,
        sentence TEXT NOT NULL
      ) STRICT;
      CREATE INDEX forwards_waiting ON forwards (target_id, next_try, sequence) WHERE state = 'waiting';
      CREATE INDEX forwards_by_target ON forwards (target_id, state, sequence);
      CREATE INDEX forwards_by_state ON forwards (state, sequence);
      CREATE INDEX forwards_by_arrival ON forwards (arrival, source_id);
    `);
  },
};

/** Targets that are lent, and what tells that a delivery was forwarded already. */
const forward2: Migration = {
  id: '2026-11-21-forward-2',
  up(sqlite) {
    sqlite.exec(`
      ALTER TABLE forward_targets ADD COLUMN is_lent INTEGER NOT NULL DEFAULT 0
        CHECK (is_lent IN (0, 1));
      -- The same for deliveries of the same bytes to the same path; null where it can't be told.
      ALTER TABLE forwards ADD COLUMN sameness TEXT;
      CREATE INDEX forwards_by_sameness ON forwards (target_id, sameness)
        WHERE is_replay = 0 AND sameness IS NOT NULL;
      CREATE INDEX forwards_by_try ON forwards (target_id, last_tried_at) WHERE attempts > 0;
    `);
  },
};

/** How many stand where, counted as they move, and since when an address takes nothing. */
const forward3: Migration = {
  id: '2026-11-21-forward-3',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE forward_counts (
        target_id TEXT NOT NULL REFERENCES forward_targets (id),
        state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
        number INTEGER NOT NULL CHECK (number >= 0),
        PRIMARY KEY (target_id, state)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO forward_counts
        SELECT target_id, state, count(*) FROM forwards GROUP BY target_id, state;
      CREATE TRIGGER forwards_come AFTER INSERT ON forwards BEGIN
        INSERT INTO forward_counts VALUES (NEW.target_id, NEW.state, 1)
          ON CONFLICT (target_id, state) DO UPDATE SET number = number + 1;
      END;
      CREATE TRIGGER forwards_move AFTER UPDATE OF state ON forwards WHEN OLD.state <> NEW.state BEGIN
        UPDATE forward_counts SET number = number - 1
          WHERE target_id = OLD.target_id AND state = OLD.state;
        INSERT INTO forward_counts VALUES (NEW.target_id, NEW.state, 1)
          ON CONFLICT (target_id, state) DO UPDATE SET number = number + 1;
      END;
      CREATE TRIGGER forwards_go AFTER DELETE ON forwards BEGIN
        UPDATE forward_counts SET number = number - 1
          WHERE target_id = OLD.target_id AND state = OLD.state;
      END;
      -- One address's, newest first.
      CREATE INDEX forwards_newest ON forwards (target_id, sequence);
      -- All, newest first: far shorter to pass over than the rows themselves.
      CREATE INDEX forwards_in_order ON forwards (sequence);

      -- The first try that failed since one was taken; null while the last one was taken.
      ALTER TABLE forward_targets ADD COLUMN failing_since TEXT;
      ALTER TABLE forward_targets ADD COLUMN failing_status INTEGER;
      ALTER TABLE forward_targets ADD COLUMN failing_reason TEXT;
      -- Without a duration nothing was sent: that says nothing of the address.
      UPDATE forward_targets SET failing_since = (
        SELECT min(last_tried_at) FROM forwards
        WHERE target_id = forward_targets.id AND state <> 'delivered' AND last_ms IS NOT NULL
          AND last_tried_at > coalesce((SELECT max(last_tried_at) FROM forwards
            WHERE target_id = forward_targets.id AND state = 'delivered'), ''));
      UPDATE forward_targets SET (failing_status, failing_reason) = (
        SELECT status, sentence FROM forwards
        WHERE target_id = forward_targets.id AND state <> 'delivered' AND last_ms IS NOT NULL
        ORDER BY last_tried_at DESC LIMIT 1) WHERE failing_since IS NOT NULL;
    `);
  },
};

export const forwardingMigrations: readonly Migration[] = [forward1, forward2, forward3];
