/** What an earlier moment is found by: labels and references as they stood then, and each note as it read. */
import { z } from 'zod';
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import { folded, partPattern } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { latestNotes } from './search-text.ts';

const idRows = z.array(z.object({ id: z.string() }));
const noteRows = z.array(z.object({ id: z.string(), text: z.string() }));

/** Ids, sorted. `by` is dated as what is written. */
export function foundThen(sqlite: Sqlite, kind: AnnotatedKind, word: string, by: string): string[] {
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
  const notes = noteRows.parse(
    sqlite.all(latestNotes('id, text', 'kind = ? AND written_at <= ?'), [kind, by]),
  );
  const noted = notes.filter(({ text }) => folded(text).includes(wanted));
  return [...new Set([...tagged, ...noted].map(({ id }) => id))].sort();
}
