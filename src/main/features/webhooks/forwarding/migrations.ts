/** Schema of forwarding, in the database of the profile. */
import { addColumns, type Migration } from '../../../../platform/migrations.ts';

export const forwardingMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-forward',
    replaces: ['2026-11-20-forward-1', '2026-11-21-forward-2', '2026-11-21-forward-3'],
    up: (sqlite) =>
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
          cursor INTEGER NOT NULL,
          is_lent INTEGER NOT NULL DEFAULT 0 CHECK (is_lent IN (0, 1)),
          -- The first try that failed since one was taken; null while the last one was taken.
          failing_since TEXT,
          failing_status INTEGER,
          failing_reason TEXT,
          -- One computer of the team forwards each delivery to it.
          is_for_team INTEGER NOT NULL DEFAULT 0 CHECK (is_for_team IN (0, 1))
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
          sentence TEXT NOT NULL,
          -- The same for deliveries of the same bytes to the same path; null where it can't be told.
          sameness TEXT
        ) STRICT;
        CREATE INDEX forwards_waiting ON forwards (target_id, next_try, sequence) WHERE state = 'waiting';
        CREATE INDEX forwards_by_target ON forwards (target_id, state, sequence);
        CREATE INDEX forwards_by_state ON forwards (state, sequence);
        CREATE INDEX forwards_by_arrival ON forwards (arrival, source_id);
        CREATE INDEX forwards_by_sameness ON forwards (target_id, sameness)
          WHERE is_replay = 0 AND sameness IS NOT NULL;
        CREATE INDEX forwards_by_try ON forwards (target_id, last_tried_at) WHERE attempts > 0;

        CREATE TABLE forward_counts (
          target_id TEXT NOT NULL REFERENCES forward_targets (id),
          state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
          number INTEGER NOT NULL CHECK (number >= 0),
          PRIMARY KEY (target_id, state)
        ) STRICT, WITHOUT ROWID;

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
      `),
  },
  {
    id: '2026-11-26-forward-team',
    up: (sqlite) =>
      addColumns(
        sqlite,
        'forward_targets',
        'is_for_team INTEGER NOT NULL DEFAULT 0 CHECK (is_for_team IN (0, 1))',
      ),
  },
];
