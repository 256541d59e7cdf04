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
  {
    id: '2026-11-26-handover-short',
    // Names of entries are hashes, so each row of an index of them is on a page of its own: twenty times as many fit
    // on one now. What most entries have in common is a row by itself, and the others are written one after another.
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE handover_origins (
          -- Never given again: an entry without its row is of a computer that is not known.
          origin INTEGER PRIMARY KEY AUTOINCREMENT,
          computer TEXT NOT NULL,
          -- The first file that brought it.
          file TEXT NOT NULL REFERENCES handover_files (file),
          what TEXT NOT NULL,
          kind TEXT NOT NULL,
          UNIQUE (computer, file, what, kind)
        ) STRICT;
        CREATE TABLE handover_entry_origins (
          number INTEGER PRIMARY KEY,
          entry TEXT NOT NULL,
          origin INTEGER NOT NULL REFERENCES handover_origins (origin),
          -- As of handover_entries.
          id TEXT NOT NULL,
          part TEXT NOT NULL,
          at TEXT NOT NULL
        ) STRICT;
        INSERT INTO handover_origins (computer, file, what, kind)
          SELECT DISTINCT computer, file, what, kind FROM handover_entries;
        INSERT INTO handover_entry_origins (entry, origin, id, part, at)
          SELECT entry, origin, id, part, at
          FROM handover_entries JOIN handover_origins USING (computer, file, what, kind);
        CREATE INDEX handover_entry_origins_by_entry
          ON handover_entry_origins (substr(entry, 1, 12));
        CREATE INDEX handover_entry_origins_of ON handover_entry_origins (id);
        DROP TABLE handover_entries;

        CREATE VIEW handover_entries AS
          SELECT entry, coalesce(computer, 'lost') AS computer, file, what, kind, id, part, at
          FROM handover_entry_origins LEFT JOIN handover_origins USING (origin);
        -- For whoever brings few. Each computer once for an entry.
        CREATE TRIGGER handover_entries_come INSTEAD OF INSERT ON handover_entries BEGIN
          INSERT INTO handover_origins (computer, file, what, kind)
            VALUES (NEW.computer, NEW.file, NEW.what, NEW.kind) ON CONFLICT DO NOTHING;
          INSERT INTO handover_entry_origins (entry, origin, id, part, at)
            SELECT NEW.entry, origin, NEW.id, NEW.part, NEW.at FROM handover_origins
            WHERE computer = NEW.computer AND file = NEW.file AND what = NEW.what
              AND kind = NEW.kind AND NOT EXISTS (
                SELECT 1 FROM handover_entries AS here
                WHERE substr(here.entry, 1, 12) = substr(NEW.entry, 1, 12)
                  AND here.entry = NEW.entry AND here.computer = NEW.computer);
        END;

        CREATE TRIGGER handover_origins_never_change BEFORE UPDATE ON handover_origins
          BEGIN SELECT RAISE(ABORT, 'where an entry is from never changes'); END;
        CREATE TRIGGER handover_origins_never_go BEFORE DELETE ON handover_origins
          BEGIN SELECT RAISE(ABORT, 'where an entry is from is never deleted'); END;
        CREATE TRIGGER handover_entry_origins_never_change BEFORE UPDATE ON handover_entry_origins
          BEGIN SELECT RAISE(ABORT, 'where an entry is from never changes'); END;
        CREATE TRIGGER handover_entry_origins_never_go BEFORE DELETE ON handover_entry_origins
          BEGIN SELECT RAISE(ABORT, 'where an entry is from is never deleted'); END;
      `),
  },
  {
    id: '2026-11-27-handover-tellers',
    up: (sqlite) =>
      sqlite.exec(`
        -- Files that told a request, or a resolution of one, that was here already: who may say what came of a request
        -- may have said it second.
        CREATE TABLE handover_tellers (
          number INTEGER PRIMARY KEY,
          entry TEXT NOT NULL,
          file TEXT NOT NULL REFERENCES handover_files (file),
          what TEXT NOT NULL,
          -- The request's key.
          id TEXT NOT NULL,
          UNIQUE (entry, file)
        ) STRICT;
        CREATE INDEX handover_tellers_of ON handover_tellers (id);
        -- What a team's log brought is told there already.
        CREATE INDEX handover_tellers_by_file ON handover_tellers (number)
          WHERE substr(file, 1, 5) <> 'team:';
        CREATE TRIGGER handover_tellers_never_change BEFORE UPDATE ON handover_tellers
          BEGIN SELECT RAISE(ABORT, 'who told an entry never changes'); END;
        CREATE TRIGGER handover_tellers_never_go BEFORE DELETE ON handover_tellers
          BEGIN SELECT RAISE(ABORT, 'who told an entry is never deleted'); END;
      `),
  },
];
