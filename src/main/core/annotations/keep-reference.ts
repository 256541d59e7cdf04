/** A reference that came with what made the record: kept where nobody said another by now. */
import { z } from 'zod';
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { AnnotatedRecord } from './annotations.ts';

const rows = z.array(z.object({ id: z.string(), reference: z.string() }));

/** Records of the kind with one of these references; case and accents are not looked at. */
export const byReference = (
  sqlite: Sqlite,
  kind: AnnotatedKind,
  references: readonly string[],
): { readonly id: string; readonly reference: string }[] =>
  rows.parse(
    sqlite.all(
      `SELECT id, reference FROM annotation_references
       WHERE kind = ? AND folded IN (SELECT value FROM json_each(?)) ORDER BY id`,
      [kind, JSON.stringify(references.map((reference) => folded(reference)))],
    ),
  );

/**
 * Joins a running transaction. False where the record has a reference, or one was taken away.
 *
 * @param reference as readReference gives it
 * @param at when it is kept, as what people write is dated
 */
export function keepReference(
  sqlite: Sqlite,
  { kind, id }: AnnotatedRecord,
  reference: string,
  at: string,
): boolean {
  const kept = sqlite.all(
    `INSERT INTO annotation_reference_versions (kind, id, folded, reference, written_at)
     SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (
       SELECT 1 FROM annotation_reference_versions WHERE kind = ? AND id = ?) RETURNING id`,
    [kind, id, folded(reference), reference, at, kind, id],
  );
  if (kept.length === 0) return false;
  sqlite.run(
    `INSERT INTO annotation_texts (kind, id, text) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET text = excluded.text || char(10) || text`,
    [kind, id, folded(reference)],
  );
  return true;
}
