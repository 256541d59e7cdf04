/** Observations, which only grow, and the records that they add up to. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records1: Migration = {
  id: '2026-11-20-records-1',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE observations (
        arrival INTEGER PRIMARY KEY,
        observation_id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        source TEXT NOT NULL,
        -- Position in the total order; what was entered is folded apart from what the service said.
        is_entered INTEGER NOT NULL,
        effective_at INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        body_sha256 TEXT NOT NULL,
        observed_at TEXT NOT NULL,
        happened_at TEXT,
        event_id TEXT,
        intent_key TEXT,
        deviations TEXT NOT NULL,
        body TEXT NOT NULL,
        raw_sealed BLOB
      ) STRICT;

      CREATE INDEX observations_in_order ON observations
        (kind, id, is_entered, effective_at, rank, body_sha256, observation_id);

      CREATE TRIGGER observations_never_change BEFORE UPDATE ON observations
        BEGIN SELECT RAISE(ABORT, 'an observation never changes'); END;
      CREATE TRIGGER observations_never_go BEFORE DELETE ON observations
        BEGIN SELECT RAISE(ABORT, 'an observation is never deleted'); END;

      CREATE TABLE records (
        record INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        entered TEXT NOT NULL,
        provenance TEXT NOT NULL,
        entered_provenance TEXT NOT NULL,
        first_learned_at TEXT NOT NULL,
        last_learned_at TEXT NOT NULL,
        observations INTEGER NOT NULL,
        UNIQUE (kind, id)
      ) STRICT;

      CREATE INDEX records_by_last_learned ON records (kind, last_learned_at);
    `);
  },
};
