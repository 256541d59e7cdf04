/** Notes, labels, own references and own names of one profile's records. */
import { z } from 'zod';
import { annotationLimits } from '../../../bridge/annotation-limits.ts';
import {
  type AnnotatedKind,
  type AnnotationsView,
  annotatedKind,
  type NoteView,
} from '../../../bridge/annotations.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { type Clock, isoNow, laterThan } from '../../../platform/clock.ts';
import { folded, partPattern } from '../../../platform/folded-text.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { AnnotationError, readLabels, readNote, readReference } from './annotated-text.ts';
import { latestNotes, writeSearchText } from './search-text.ts';

export interface AnnotatedRecord {
  readonly kind: AnnotatedKind;
  readonly id: string;
}

/** What a row of a list carries. */
export interface RowAnnotations {
  readonly labels: string[];
  readonly reference: string | null;
}

/** What lists read. */
export interface AnnotationLists {
  /** Labels and references by ID; records without any are left out. */
  ofRows(kind: AnnotatedKind, ids: readonly string[]): ReadonlyMap<string, RowAnnotations>;
  /** Labels in use on a kind, sorted. */
  labels(kind: AnnotatedKind): string[];
  /** Ids of a kind that carry the label. */
  withLabel(kind: AnnotatedKind, label: string): string[];
  /** Ids of a kind in whose notes as they read then, labels or reference each of these parts of words stands. */
  found(kind: AnnotatedKind, ...words: readonly string[]): string[];
}

/** Throws AnnotationError where it writes. Every write is in the audit log, without its words. */
export interface Annotations extends AnnotationLists {
  /** `knownAt`: what was written by then and still stands; notes as they were. */
  get(record: AnnotatedRecord, knownAt?: string | null): AnnotationsView;
  /** Annotations as lists of that moment show them: without what was written later. null is now. */
  at(knownAt: string | null): AnnotationLists;
  setLabels(record: AnnotatedRecord, labels: readonly string[]): AnnotationsView;
  setReference(record: AnnotatedRecord, reference: string): AnnotationsView;
  /** For customers alone. */
  setName(record: AnnotatedRecord, name: string): AnnotationsView;
  addNote(record: AnnotatedRecord, text: string): AnnotationsView;
  editNote(record: AnnotatedRecord, noteId: string, text: string): AnnotationsView;
}

export interface AnnotationsParts {
  /** annotationMigrations were applied to it. */
  readonly sqlite: Sqlite;
  /** Joins a running transaction. */
  readonly audit: { append(entry: { action: string; facts: JsonObject }): unknown };
  readonly clock: Clock;
  readonly random: Random;
  /** Keeps the names, and shows them wherever the customer is named. */
  readonly names: {
    ownName(customerId: string, knownAt?: string | null): string | null;
    giveOwnName(customerId: string, name: string | null, at: string): void;
  };
  readonly onChange: (record: AnnotatedRecord, isNamed: boolean) => void;
}

const noteRows = z.array(
  z.object({ note_id: z.string(), text: z.string(), written_at: z.string() }),
);
const labelRows = z.array(z.object({ label: z.string() }));
const idRows = z.array(z.object({ id: z.string() }));
const sharedRows = z.array(z.object({ kind: annotatedKind, id: z.string() }));
const referenceRow = z.object({ reference: z.string() });
const annotatedRows = z.array(
  z.object({ id: z.string(), label: z.string().nullable(), reference: z.string().nullable() }),
);

/** Labels offered in a form. */
const SUGGESTIONS = 50;
/** Records named as carrying the same reference. */
const SHARERS = 5;
/** After everything that was written. */
const EVER = '9999';

/** As what is written is dated. Throws AnnotationError for what is no moment. */
function momentOf(knownAt: string | null): string {
  if (knownAt === null) return EVER;
  const moment = Date.parse(knownAt);
  if (Number.isNaN(moment)) throw new AnnotationError('refused', 'Enter a valid date and time.');
  return new Date(moment).toISOString();
}

export function openAnnotations(parts: AnnotationsParts): Annotations {
  const { sqlite, audit, clock, random, names, onChange } = parts;

  const labelsOf = ({ kind, id }: AnnotatedRecord, by = EVER): string[] =>
    labelRows
      .parse(
        sqlite.all(
          'SELECT label FROM annotation_labels WHERE kind = ? AND id = ? AND written_at <= ? ORDER BY folded',
          [kind, id, by],
        ),
      )
      .map(({ label }) => label);

  const referenceOf = ({ kind, id }: AnnotatedRecord, by = EVER): string | null => {
    const row = sqlite.first(
      'SELECT reference FROM annotation_references WHERE kind = ? AND id = ? AND written_at <= ?',
      [kind, id, by],
    );
    return row === undefined ? null : referenceRow.parse(row).reference;
  };

  const sharersOf = ({ kind, id }: AnnotatedRecord, reference: string | null, by: string) =>
    reference === null
      ? []
      : sharedRows.parse(
          sqlite.all(
            `SELECT kind, id FROM annotation_references
             WHERE folded = ? AND written_at <= ? AND NOT (kind = ? AND id = ?) ORDER BY kind, id LIMIT ${SHARERS}`,
            [folded(reference), by, kind, id],
          ),
        );

  const notesOf = ({ kind, id }: AnnotatedRecord, by = EVER): NoteView[] => {
    const rows = noteRows.parse(
      sqlite.all(
        'SELECT note_id, text, written_at FROM annotation_notes WHERE kind = ? AND id = ? AND written_at <= ? ORDER BY written_at, note_id, text',
        [kind, id, by],
      ),
    );
    const notes = new Map<string, NoteView['versions']>();
    for (const { note_id, text, written_at } of rows) {
      notes.set(note_id, [{ text, at: written_at }, ...(notes.get(note_id) ?? [])]);
    }
    return [...notes].map(([noteId, versions]) => ({ noteId, versions })).reverse();
  };

  const suggestionsFor = ({ kind }: AnnotatedRecord): string[] =>
    labelRows
      .parse(
        sqlite.all(
          `SELECT min(label) AS label FROM annotation_labels GROUP BY folded
           ORDER BY max(kind = ?) DESC, count(*) DESC, folded LIMIT ${SUGGESTIONS}`,
          [kind],
        ),
      )
      .map(({ label }) => label);

  const get = (record: AnnotatedRecord, knownAt: string | null = null): AnnotationsView => {
    const by = momentOf(knownAt);
    const reference = referenceOf(record, by);
    return {
      labels: labelsOf(record, by),
      reference,
      name: record.kind === 'customer' ? names.ownName(record.id, knownAt) : null,
      sharedWith: sharersOf(record, reference, by),
      notes: notesOf(record, by),
      suggestions: suggestionsFor(record),
    };
  };

  /** Writes, tells what in the log (never the words), and keeps the search true. */
  const change = (
    record: AnnotatedRecord,
    action: string,
    facts: Readonly<Record<string, string | number | boolean>>,
    write: () => void,
  ): AnnotationsView => {
    const { kind, id } = record;
    sqlite.transaction(() => {
      write();
      writeSearchText(sqlite, [kind, id]);
      audit.append({ action: `annotation.${action}`, facts: { kind, id, ...facts } });
    });
    onChange(record, action === 'name-set');
    return get(record);
  };

  const listsBy = (by: string): AnnotationLists => ({
    ofRows(kind, ids) {
      const rows = annotatedRows.parse(
        sqlite.all(
          `SELECT each.value AS id, label, reference FROM json_each(?) AS each
             LEFT JOIN annotation_labels AS l ON l.kind = ? AND l.id = each.value AND l.written_at <= ?
             LEFT JOIN annotation_references AS r ON r.kind = ? AND r.id = each.value AND r.written_at <= ?
           WHERE label IS NOT NULL OR reference IS NOT NULL ORDER BY each.key, l.folded`,
          [JSON.stringify(ids), kind, by, kind, by],
        ),
      );
      const found = new Map<string, RowAnnotations>();
      for (const { id, label, reference } of rows) {
        const labels = found.get(id)?.labels ?? [];
        if (label !== null) labels.push(label);
        found.set(id, { labels, reference });
      }
      return found;
    },

    labels: (kind) =>
      labelRows
        .parse(
          sqlite.all(
            'SELECT min(label) AS label FROM annotation_labels WHERE kind = ? AND written_at <= ? GROUP BY folded ORDER BY folded',
            [kind, by],
          ),
        )
        .map(({ label }) => label),

    withLabel: (kind, label) =>
      idRows
        .parse(
          sqlite.all(
            'SELECT id FROM annotation_labels WHERE kind = ? AND folded = ? AND written_at <= ? ORDER BY id',
            [kind, folded(label), by],
          ),
        )
        .map(({ id }) => id),

    found(kind, ...words) {
      if (by === EVER) {
        const parts = words.map(() => "AND text LIKE ? ESCAPE '\\'").join(' ');
        return sqlite.texts(`SELECT id FROM annotation_texts WHERE kind = ? ${parts} ORDER BY id`, [
          kind,
          ...words.map((word) => partPattern(folded(word))),
        ]);
      }
      const [first = [], ...others] = words.map((word) => foundThen(sqlite, kind, word, by));
      const rest = others.map((ids) => new Set(ids));
      return first.filter((id) => rest.every((ids) => ids.has(id)));
    },
  });

  /** Later than all others beside the record, whatever the clocks of this and other computers say. */
  const timeIn = (table: string, { kind, id }: AnnotatedRecord): string => {
    const [latest = ''] = sqlite.texts(
      `SELECT ifnull(max(written_at), '') FROM ${table} WHERE kind = ? AND id = ?`,
      [kind, id],
    );
    return laterThan(latest, isoNow(clock));
  };

  const writeNote = (record: AnnotatedRecord, noteId: string, text: string): void => {
    sqlite.run(
      'INSERT INTO annotation_notes (note_id, kind, id, text, written_at) VALUES (?, ?, ?, ?, ?)',
      [noteId, record.kind, record.id, text, timeIn('annotation_notes', record)],
    );
  };

  return {
    ...listsBy(EVER),
    get,
    at: (knownAt) => listsBy(momentOf(knownAt)),

    setLabels(record, typed) {
      const { kind, id } = record;
      const labels = readLabels(typed, folded);
      const before = labelsOf(record);
      if (labels.join('\n') === before.join('\n')) return get(record);
      return change(record, 'labels-set', { labels: labels.length }, () => {
        const at = timeIn('annotation_label_versions', record);
        const kept = new Set(labels.map(folded));
        const added = labels.filter((label) => !before.includes(label));
        const gone = before.map(folded).filter((name) => !kept.has(name));
        const versions = [
          ...added.map((label) => [folded(label), label]),
          ...gone.map((name) => [name, '']),
        ];
        for (const [name = '', label = ''] of versions) {
          sqlite.run(
            'INSERT INTO annotation_label_versions (kind, id, folded, label, written_at) VALUES (?, ?, ?, ?, ?)',
            [kind, id, name, label, at],
          );
        }
      });
    },

    setReference(record, typed) {
      const { kind, id } = record;
      const reference = readReference(typed);
      if (reference === referenceOf(record)) return get(record);
      return change(record, 'reference-set', { isEmpty: reference === null }, () =>
        sqlite.run(
          'INSERT INTO annotation_reference_versions (kind, id, folded, reference, written_at) VALUES (?, ?, ?, ?, ?)',
          [
            kind,
            id,
            folded(reference ?? ''),
            reference ?? '',
            timeIn('annotation_reference_versions', record),
          ],
        ),
      );
    },

    setName(record, typed) {
      const { kind, id } = record;
      if (kind !== 'customer') {
        throw new AnnotationError('refused', 'Only a customer can have a display name.');
      }
      const name = readReference(typed);
      if (name === names.ownName(id)) return get(record);
      return change(record, 'name-set', { isEmpty: name === null }, () =>
        names.giveOwnName(id, name, isoNow(clock)),
      );
    },

    addNote(record, typed) {
      const text = readNote(typed);
      if (notesOf(record).length >= annotationLimits.notes) {
        throw new AnnotationError(
          'refused',
          `A record has at most ${annotationLimits.notes} notes. Edit one of them.`,
        );
      }
      const noteId = randomHex(random, 8);
      return change(record, 'note-added', { noteId }, () => writeNote(record, noteId, text));
    },

    editNote(record, noteId, typed) {
      const text = readNote(typed);
      const note = notesOf(record).find((known) => known.noteId === noteId);
      if (note === undefined) {
        throw new AnnotationError('not-found', 'This note does not exist.');
      }
      if (note.versions[0]?.text === text) return get(record);
      return change(record, 'note-edited', { noteId, version: note.versions.length + 1 }, () =>
        writeNote(record, noteId, text),
      );
    },
  };
}

const noteTexts = z.array(z.object({ id: z.string(), text: z.string() }));

/**
 * What an earlier moment is found by: labels and references as they stood then, and each note as it read.
 * Ids, sorted. `by` is dated as what is written.
 */
function foundThen(sqlite: Sqlite, kind: AnnotatedKind, word: string, by: string): string[] {
  const wanted = folded(word);
  const pattern = partPattern(wanted);
  const tagged = idRows.parse(
    sqlite.all(
      `SELECT id FROM annotation_labels WHERE kind = ? AND written_at <= ? AND folded LIKE ? ESCAPE '\\'
       UNION SELECT id FROM annotation_references
         WHERE kind = ? AND written_at <= ? AND folded LIKE ? ESCAPE '\\'`,
      [kind, by, pattern, kind, by, pattern],
    ),
  );
  const notes = noteTexts.parse(
    sqlite.all(latestNotes('id, text', 'kind = ? AND written_at <= ?'), [kind, by]),
  );
  const noted = notes.filter(({ text }) => folded(text).includes(wanted));
  return [...new Set([...tagged, ...noted].map(({ id }) => id))].sort();
}
