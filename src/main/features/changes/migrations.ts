/** Schema of changes, oldest first. Only what a person signed off is more than derived. */
import type { Migration } from '../../../platform/migrations.ts';

const drift1: Migration = {
  id: '2026-11-21-drift-1',
  up(sqlite) {
    sqlite.exec(`
      -- How far the observations were gone through, and by which rules.
      CREATE TABLE drift_cursor (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        arrival INTEGER NOT NULL,
        derivation INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE drift_told (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        -- Place of the last observation in the total order, as JSON.
        position TEXT NOT NULL,
        told TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE drift_changes (
        drift_id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        path TEXT NOT NULL,
        weight TEXT NOT NULL,
        -- 0 is the gravest.
        weight_order INTEGER NOT NULL,
        was TEXT NOT NULL,
        was_said TEXT NOT NULL,
        is_now TEXT NOT NULL,
        is_said TEXT NOT NULL,
        effective_at INTEGER NOT NULL,
        sign_off INTEGER
      ) STRICT;
      CREATE INDEX drift_changes_by_resource ON drift_changes (kind, id);
      CREATE INDEX drift_changes_open ON drift_changes (weight_order, effective_at)
        WHERE sign_off IS NULL;
      CREATE INDEX drift_changes_signed_off ON drift_changes (sign_off)
        WHERE sign_off IS NOT NULL;

      CREATE TABLE drift_sign_offs (
        sequence INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        path TEXT NOT NULL,
        was TEXT NOT NULL,
        is_now TEXT NOT NULL,
        -- Places between which the value changed, as JSON.
        from_position TEXT NOT NULL,
        to_position TEXT NOT NULL,
        at TEXT NOT NULL,
        desk TEXT NOT NULL,
        note TEXT NOT NULL
      ) STRICT;
      CREATE INDEX drift_sign_offs_by_resource ON drift_sign_offs (kind, id);
      CREATE TRIGGER drift_sign_offs_never_change BEFORE UPDATE ON drift_sign_offs
        BEGIN SELECT RAISE(ABORT, 'a sign-off never changes'); END;
      CREATE TRIGGER drift_sign_offs_never_go BEFORE DELETE ON drift_sign_offs
        BEGIN SELECT RAISE(ABORT, 'a sign-off is never deleted'); END;
    `);
  },
};

const drift2: Migration = {
  id: '2026-11-26-drift-2',
  up: (sqlite) =>
    sqlite.exec(`
      -- The newest open ones, and how many there are since when, without reading them.
      CREATE INDEX drift_changes_open_by_time ON drift_changes
        (json_extract(is_said, '$.observedAt') DESC, drift_id) WHERE sign_off IS NULL;
    `),
};

export const changesMigrations: readonly Migration[] = [drift1, drift2];
