/** Makes a record be found by its labels, its reference and the newest versions of its notes. */
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

export function findByText(sqlite: Sqlite, kind: string, id: string): void {
  const record = [kind, id];
  const of = 'WHERE kind = ? AND id = ?';
  const text = [
    ...sqlite.texts(`SELECT label FROM annotation_labels ${of} ORDER BY folded`, record),
    ...sqlite.texts(`SELECT reference FROM annotation_references ${of}`, record),
    ...sqlite.texts(
      `SELECT text FROM annotation_notes ${of} AND sequence IN
         (SELECT max(sequence) FROM annotation_notes GROUP BY note_id)`,
      record,
    ),
  ];
  sqlite.run('INSERT OR REPLACE INTO annotation_texts (kind, id, text) VALUES (?, ?, ?)', [
    ...record,
    text.map(folded).join('\n'),
  ]);
}
