/** What a record is found by: its labels, its reference, and its notes as they read now. */
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';

/**
 * The version of a note that stands: the latest, whichever computer it was written on. A bare column is of
 * the row that has the maximum.
 */
export const latestNotes = (columns: string, where: string): string =>
  `SELECT ${columns}, max(written_at || text) FROM annotation_notes WHERE ${where} GROUP BY note_id`;

/** Keeps the search true after what was written beside the record. Joins a running transaction. */
export function writeSearchText(
  sqlite: Pick<Sqlite, 'texts' | 'run'>,
  record: readonly [kind: SqlValue, id: SqlValue],
): void {
  const of = 'kind = ? AND id = ?';
  const text = [
    ...sqlite.texts(`SELECT label FROM annotation_labels WHERE ${of} ORDER BY folded`, record),
    ...sqlite.texts(`SELECT reference FROM annotation_references WHERE ${of}`, record),
    ...sqlite.texts(latestNotes('text', of), record),
  ];
  sqlite.run('INSERT OR REPLACE INTO annotation_texts (kind, id, text) VALUES (?, ?, ?)', [
    ...record,
    text.map(folded).join('\n'),
  ]);
}
