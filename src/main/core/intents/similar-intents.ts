/** Finds what many writes would be a second of, in one question. */
import { z } from 'zod';
import type { WriteName } from '../../../contract/writes.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { cleanWithText } from '../foundation/clean-json.ts';
import type { SameIntent, SimilarIntent } from './types.ts';

const rows = z.array(
  z.object({ fingerprint: z.string(), key: z.string(), resourceId: z.string().nullable() }),
);

/** Intents of these fingerprints that are under way, created, found or may exist, newest first. */
export const similarIntents = (
  sqlite: Sqlite,
  operation: WriteName,
  fingerprints: readonly string[],
): SimilarIntent[] =>
  rows.parse(
    sqlite.all(
      `SELECT fingerprint, key, resource_id AS resourceId FROM standing_intents
       WHERE operation = ? AND fingerprint IN (SELECT value FROM json_each(?))
         AND state IN ('journalled', 'created', 'unknown', 'exists')
       -- By number, not by the index of numbers: that would go over every intent of the operation.
       ORDER BY +sequence DESC`,
      [operation, JSON.stringify(fingerprints)],
    ),
  );

/** An input as the journal keeps it: by it those are told apart that nothing else tells apart. */
export const contentOf = (input: object): string => cleanWithText({ ...input }).text;

const sameRows = z.array(
  z.object({ content: z.string(), key: z.string(), resourceId: z.string().nullable() }),
);

/** Intents without a fingerprint that sent one of the contents, as similarIntents. */
export const intentsOfContent = (
  sqlite: Sqlite,
  operation: WriteName,
  contents: readonly string[],
): SameIntent[] =>
  sameRows.parse(
    sqlite.all(
      `SELECT input AS content, key, resource_id AS resourceId FROM standing_intents
       WHERE operation = ? AND fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))
         AND state IN ('journalled', 'created', 'unknown', 'exists')
       ORDER BY +sequence DESC`,
      [operation, JSON.stringify(contents)],
    ),
  );
