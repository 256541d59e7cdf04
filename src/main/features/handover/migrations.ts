/** Schema of what came from other computers, and from which. */
import type { Migration } from '../../../platform/migrations.ts';

export const handoverMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-handover',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE handover_files (
          file TEXT PRIMARY KEY,
          -- Whose signature it carries, and who saved it there.
          computer TEXT NOT NULL,
          person TEXT,
          saved_at TEXT NOT NULL,
          merged_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The names that computers gave themselves, by their public keys.
        CREATE TABLE handover_computers (computer TEXT PRIMARY KEY, name TEXT NOT NULL)
          STRICT, WITHOUT ROWID;

        -- From which computers an entry is. One without a row is from this computer.
        CREATE TABLE handover_entries (
          entry TEXT NOT NULL,
          computer TEXT NOT NULL,
          -- The first file that brought it.
          file TEXT NOT NULL REFERENCES handover_files (file),
          what TEXT NOT NULL,
          -- The record it is about; a request by its key.
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          -- Of a note: which.
          part TEXT NOT NULL,
          at TEXT NOT NULL,
          PRIMARY KEY (entry, computer)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX handover_entries_of ON handover_entries (kind, id);

        CREATE TRIGGER handover_entries_never_change BEFORE UPDATE ON handover_entries
          BEGIN SELECT RAISE(ABORT, 'where an entry is from never changes'); END;
        CREATE TRIGGER handover_entries_never_go BEFORE DELETE ON handover_entries
          BEGIN SELECT RAISE(ABORT, 'where an entry is from is never deleted'); END;

        -- SHA-256 of the exact bytes behind an observation that came: they stayed where it is from.
        CREATE TABLE handover_raw (observation_id TEXT PRIMARY KEY, raw TEXT NOT NULL)
          STRICT, WITHOUT ROWID;

        -- Of resolutions that came, by the SHA-256 of their row: the entries that each followed, as JSON.
        CREATE TABLE handover_resolutions (row TEXT PRIMARY KEY, follows TEXT NOT NULL)
          STRICT, WITHOUT ROWID;
      `),
  },
];
