/** The text by which a record is found beside what it holds: what people wrote beside it. */
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';

/** Made from what stands there now. */
export function findByText(target: Sqlite, { kind, id }: Readonly<Record<string, SqlValue>>): void {
  const record = [kind ?? null, id ?? null];
  const of = 'WHERE kind = ? AND id = ?';
  const text = [
    ...target.texts(`SELECT label FROM annotation_labels ${of} ORDER BY folded`, record),
    ...target.texts(`SELECT reference FROM annotation_references ${of}`, record),
    ...target.texts(
      `SELECT text FROM annotation_notes ${of} AND sequence IN
         (SELECT max(sequence) FROM annotation_notes GROUP BY note_id)`,
      record,
    ),
  ];
  target.run('INSERT OR REPLACE INTO annotation_texts (kind, id, text) VALUES (?, ?, ?)', [
    ...record,
    text.map(folded).join('\n'),
  ]);
}
