/** Schema of what people write beside records. */
import type { Migration } from '../../../platform/migrations.ts';

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
];
