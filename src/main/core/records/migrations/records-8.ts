/**
 * One observation is there once by its place in the order, which its id is a part of. An index over the
 * ids alone was written in as many places as there are observations. By their ids those are looked up
 * that the service told and a person brought; of the others a resource has one or two.
 */
import type { Migration } from '../../../../platform/migrations.ts';

export const records8: Migration = {
  id: '2026-11-22-records-8',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE observations_anew (
        arrival INTEGER PRIMARY KEY,
        observation_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        source TEXT NOT NULL,
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
      INSERT INTO observations_anew SELECT * FROM observations ORDER BY arrival;
      -- With its indexes and triggers, which refuse single rows alone.
      DROP TABLE observations;
      ALTER TABLE observations_anew RENAME TO observations;

      CREATE UNIQUE INDEX observations_in_order ON observations
        (kind, id, is_entered, effective_at, rank, body_sha256, observation_id);
      CREATE INDEX observations_by_id ON observations (observation_id)
        WHERE source NOT IN ('entered', 'create-answer');
      CREATE INDEX observations_looked_up ON observations (arrival)
        WHERE kind = 'event' AND source = 'event-look-up';

      CREATE TRIGGER observations_never_change BEFORE UPDATE ON observations
        BEGIN SELECT RAISE(ABORT, 'an observation never changes'); END;
      CREATE TRIGGER observations_never_go BEFORE DELETE ON observations
        BEGIN SELECT RAISE(ABORT, 'an observation is never deleted'); END;
    `);
  },
};
