/** Names that the desk gives its customers where the service has none: of a business it never has one. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records9: Migration = {
  id: '2026-11-23-records-9',
  up(sqlite) {
    sqlite.exec(`
      -- Every name that was given, in that order; an empty one takes the name away.
      CREATE TABLE customer_own_names (
        sequence INTEGER PRIMARY KEY,
        customer_id TEXT NOT NULL,
        name TEXT NOT NULL,
        named_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX customer_own_names_of ON customer_own_names (customer_id, sequence);
      CREATE TRIGGER customer_own_names_never_change BEFORE UPDATE ON customer_own_names
        BEGIN SELECT RAISE(ABORT, 'a name that was given never changes'); END;
      CREATE TRIGGER customer_own_names_never_go BEFORE DELETE ON customer_own_names
        BEGIN SELECT RAISE(ABORT, 'a name that was given is never deleted'); END;

      -- Whether the name is one of these.
      ALTER TABLE customer_columns ADD COLUMN is_own_name INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
