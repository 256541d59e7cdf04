/** Schema of what people write beside records. */
import type { Migration } from '../../../platform/migrations.ts';
import { labelledSince } from './stand-again.ts';

export const annotationMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-annotations',
    replaces: ['2026-11-21-annotations-1', '2026-11-23-annotations-2'],
    up: (sqlite) =>
      sqlite.exec(`
        -- Every version of every note, in the order in which they were written.
        CREATE TABLE annotation_notes (
          sequence INTEGER PRIMARY KEY,
          note_id TEXT NOT NULL,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          text TEXT NOT NULL,
          written_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX annotation_notes_of_record ON annotation_notes (kind, id, sequence);

        CREATE TRIGGER annotation_notes_never_change BEFORE UPDATE ON annotation_notes
          BEGIN SELECT RAISE(ABORT, 'a version of a note never changes'); END;
        CREATE TRIGGER annotation_notes_never_go BEFORE DELETE ON annotation_notes
          BEGIN SELECT RAISE(ABORT, 'a version of a note is never deleted'); END;

        CREATE TABLE annotation_labels (
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          -- Two labels that differ in case or accents alone are one.
          folded TEXT NOT NULL,
          label TEXT NOT NULL,
          -- In ISO 8601 UTC; empty where that was not kept: as if it were always there.
          written_at TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (kind, id, folded)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX annotation_labels_by_label ON annotation_labels (kind, folded, id);

        CREATE TABLE annotation_references (
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          folded TEXT NOT NULL,
          reference TEXT NOT NULL,
          written_at TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX annotation_references_by_text ON annotation_references (folded);

        -- What a record is found by: newest versions of its notes, labels and reference, folded.
        CREATE TABLE annotation_texts (
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          text TEXT NOT NULL,
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-26-annotation-versions',
    up: (sqlite) =>
      sqlite.exec(`
        -- What was said of a reference, and of each label: the latest stands, whichever computer said it, and an
        -- empty text took it away. The tables above hold what stands.
        CREATE TABLE annotation_reference_versions (
          sequence INTEGER PRIMARY KEY,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          folded TEXT NOT NULL,
          reference TEXT NOT NULL,
          written_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX annotation_reference_versions_of
          ON annotation_reference_versions (kind, id, written_at);
        CREATE TABLE annotation_label_versions (
          sequence INTEGER PRIMARY KEY,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          folded TEXT NOT NULL,
          label TEXT NOT NULL,
          written_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX annotation_label_versions_of
          ON annotation_label_versions (kind, id, folded, written_at);

        INSERT INTO annotation_reference_versions (kind, id, folded, reference, written_at)
          SELECT kind, id, folded, reference, written_at FROM annotation_references;
        INSERT INTO annotation_label_versions (kind, id, folded, label, written_at)
          SELECT kind, id, folded, label, written_at FROM annotation_labels;

        CREATE TRIGGER annotation_reference_stands AFTER INSERT ON annotation_reference_versions BEGIN
          DELETE FROM annotation_references WHERE kind = new.kind AND id = new.id;
          INSERT INTO annotation_references (kind, id, folded, reference, written_at)
            SELECT kind, id, folded, reference, written_at FROM (
              SELECT * FROM annotation_reference_versions WHERE kind = new.kind AND id = new.id
              ORDER BY written_at DESC, reference DESC LIMIT 1) WHERE reference <> '';
        END;
        CREATE TRIGGER annotation_label_stands AFTER INSERT ON annotation_label_versions BEGIN
          DELETE FROM annotation_labels
            WHERE kind = new.kind AND id = new.id AND folded = new.folded;
          INSERT INTO annotation_labels (kind, id, folded, label, written_at)
            SELECT kind, id, folded, label, ${labelledSince('latest')} FROM (
              SELECT * FROM annotation_label_versions
              WHERE kind = new.kind AND id = new.id AND folded = new.folded
              ORDER BY written_at DESC, label DESC LIMIT 1) AS latest WHERE label <> '';
        END;

        CREATE TRIGGER annotation_reference_versions_never_change
          BEFORE UPDATE ON annotation_reference_versions
          BEGIN SELECT RAISE(ABORT, 'a version of a reference never changes'); END;
        CREATE TRIGGER annotation_reference_versions_never_go
          BEFORE DELETE ON annotation_reference_versions
          BEGIN SELECT RAISE(ABORT, 'a version of a reference is never deleted'); END;
        CREATE TRIGGER annotation_label_versions_never_change
          BEFORE UPDATE ON annotation_label_versions
          BEGIN SELECT RAISE(ABORT, 'a version of a label never changes'); END;
        CREATE TRIGGER annotation_label_versions_never_go
          BEFORE DELETE ON annotation_label_versions
          BEGIN SELECT RAISE(ABORT, 'a version of a label is never deleted'); END;
      `),
  },
];
