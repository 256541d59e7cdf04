/** Finds what many writes would be a second of, in one question. */
import { z } from 'zod';
import type { WriteName } from '../../../contract/writes.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { cleanWithText } from '../foundation/clean-json.ts';
import type { SameIntent, SimilarIntent } from './types.ts';

const rows = z.array(
  z.object({ fingerprint: z.string(), key: z.string(), resourceId: z.string().nullable() }),
);

/** As it is, composed and decomposed: what is stored has the form in which it was typed. */
export const spellings = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];

/** Rows found by spellings of the texts, each under the text that asked for it. */
export function underAsked<Row>(
  texts: readonly string[],
  find: (spellings: string) => readonly Row[],
  spellingOf: (row: Row) => string,
): (readonly [string, Row])[] {
  const asked = new Map<string, string[]>();
  for (const text of texts) {
    for (const spelling of spellings(text)) {
      asked.set(spelling, [...(asked.get(spelling) ?? []), text]);
    }
  }
  const rows = find(JSON.stringify([...asked.keys()]));
  return rows.flatMap((row) =>
    (asked.get(spellingOf(row)) ?? []).map((text) => [text, row] as const),
  );
}

/** Intents of these fingerprints, however composed, that are under way, created, found or may exist, newest first. */
export const similarIntents = (
  sqlite: Sqlite,
  operation: WriteName,
  fingerprints: readonly string[],
): SimilarIntent[] =>
  underAsked(
    fingerprints,
    (wanted) => rows.parse(sqlite.all(similarSql, [operation, wanted])),
    ({ fingerprint }) => fingerprint,
  ).map(([fingerprint, intent]) => ({ ...intent, fingerprint }));

const similarSql = `SELECT fingerprint, key, resource_id AS resourceId FROM standing_intents
       WHERE operation = ? AND fingerprint IN (SELECT value FROM json_each(?))
         AND state IN ('journalled', 'created', 'unknown', 'exists')
       -- By number, not by the index of numbers: that would go over every intent of the operation.
       ORDER BY +sequence DESC`;

/** An input as the journal keeps it: by it those are told apart that nothing else tells apart. */
export const contentOf = (input: object): string => cleanWithText({ ...input }).text;

const sameRows = z.array(
  z.object({ content: z.string(), key: z.string(), resourceId: z.string().nullable() }),
);

/** Intents without a fingerprint that sent one of the contents, however composed, as similarIntents. */
export const intentsOfContent = (
  sqlite: Sqlite,
  operation: WriteName,
  contents: readonly string[],
): SameIntent[] =>
  underAsked(
    contents,
    (wanted) => sameRows.parse(sqlite.all(sameSql, [operation, wanted])),
    ({ content }) => content,
  ).map(([content, intent]) => ({ ...intent, content }));

const sameSql = `SELECT input AS content, key, resource_id AS resourceId FROM standing_intents
       WHERE operation = ? AND fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))
         AND state IN ('journalled', 'created', 'unknown', 'exists')
       ORDER BY +sequence DESC`;
