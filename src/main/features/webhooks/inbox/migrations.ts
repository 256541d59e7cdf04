/** Schema of the inbox, a database of its own. */
import type { Migration } from '../../../../platform/migrations.ts';

export const inboxMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-inbox',
    replaces: ['2026-11-20-inbox-1', '2026-11-21-inbox-2', '2026-11-22-inbox-3'],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE inbox (only INTEGER PRIMARY KEY CHECK (only = 1), inbox_id TEXT NOT NULL) STRICT;

        CREATE TABLE slots (
          slot INTEGER PRIMARY KEY,
          path TEXT NOT NULL UNIQUE,
          profile_id TEXT NOT NULL,
          intent_key TEXT,
          webhook_id TEXT,
          reserved_at TEXT NOT NULL
        ) STRICT;

        -- Public keys that content is sealed to, and the ephemeral ones that it was sealed with.
        CREATE TABLE profile_keys (
          profile_key INTEGER PRIMARY KEY,
          profile_id TEXT NOT NULL,
          public_key BLOB NOT NULL
        ) STRICT;

        CREATE TABLE sealing_keys (
          sealing_key INTEGER PRIMARY KEY,
          profile_key INTEGER NOT NULL REFERENCES profile_keys (profile_key),
          ephemeral_public BLOB NOT NULL
        ) STRICT;

        -- Headers and bodies; genuine ones of one commit share a block.
        CREATE TABLE blocks (
          block INTEGER PRIMARY KEY,
          sealing_key INTEGER NOT NULL REFERENCES sealing_keys (sealing_key),
          sealed BLOB NOT NULL
        ) STRICT;

        CREATE TABLE deliveries (
          arrival INTEGER PRIMARY KEY,
          slot INTEGER NOT NULL REFERENCES slots (slot),
          received_at INTEGER NOT NULL,
          size INTEGER NOT NULL,
          block INTEGER NOT NULL,
          place INTEGER NOT NULL,
          -- The first verdict; later ones are in their own table.
          keeping TEXT NOT NULL CHECK (keeping IN ('kept', 'held', 'quarantined')),
          verdict TEXT NOT NULL,
          webhook_id TEXT,
          fingerprint TEXT,
          signature BLOB
        ) STRICT;

        -- Numbered in one row with arrivals, so that one cursor goes over both.
        CREATE TABLE verdicts (
          sequence INTEGER PRIMARY KEY,
          arrival INTEGER NOT NULL,
          judged_at INTEGER NOT NULL,
          kind TEXT NOT NULL,
          webhook_id TEXT,
          fingerprint TEXT,
          slot INTEGER,
          signature BLOB
        ) STRICT;
        CREATE INDEX verdicts_by_arrival ON verdicts (arrival, sequence);

        -- What is held or quarantined now.
        CREATE TABLE waiting (
          arrival INTEGER PRIMARY KEY,
          slot INTEGER NOT NULL,
          pool TEXT NOT NULL CHECK (pool IN ('held', 'quarantined')),
          size INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX waiting_by_slot ON waiting (slot, pool);

        CREATE TABLE repeats (
          arrival INTEGER PRIMARY KEY,
          count INTEGER NOT NULL,
          last_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE counts (
          slot INTEGER NOT NULL,
          name TEXT NOT NULL,
          amount INTEGER NOT NULL,
          PRIMARY KEY (slot, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER deliveries_never_change BEFORE UPDATE ON deliveries
          BEGIN SELECT RAISE(ABORT, 'a delivery never changes'); END;
        CREATE INDEX deliveries_by_slot ON deliveries (slot, verdict);

        -- The highest number of what is not there any more, so that none is given out twice.
        CREATE TABLE used_numbers (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          last INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX verdicts_by_slot ON verdicts (slot, kind, sequence, arrival);
        CREATE INDEX verdicts_by_slot_and_arrival ON verdicts (slot, kind, arrival);

        CREATE TRIGGER verdicts_never_change BEFORE UPDATE ON verdicts
          BEGIN SELECT RAISE(ABORT, 'a verdict never changes'); END;
        CREATE TRIGGER verdicts_never_go BEFORE DELETE ON verdicts
          WHEN EXISTS (SELECT 1 FROM deliveries WHERE arrival = OLD.arrival)
          BEGIN SELECT RAISE(ABORT, 'a verdict is never deleted but with its delivery'); END;
        CREATE TRIGGER deliveries_never_go BEFORE DELETE ON deliveries
          WHEN NOT EXISTS (SELECT 1 FROM waiting WHERE arrival = OLD.arrival)
          BEGIN SELECT RAISE(ABORT, 'only the hold and the quarantine give deliveries up'); END;
        INSERT INTO used_numbers (only, last) VALUES (1, 0);
      `),
  },
  {
    id: '2026-11-26-inbox-sources',
    up: (sqlite) =>
      sqlite.exec(`
        -- Where deliveries come from that another computer took, and the last group that was taken.
        CREATE TABLE sources (source TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-26-inbox-from-backups',
    up: (sqlite) =>
      sqlite.exec(`
        -- Arrivals that a restored backup brought, a row for each group: they are from before, and nothing goes out for them.
        CREATE TABLE from_backups (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
      `),
  },
];
