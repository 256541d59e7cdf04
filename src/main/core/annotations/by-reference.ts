/** Finds records by the reference that a company gave them. */
import { z } from 'zod';
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

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
