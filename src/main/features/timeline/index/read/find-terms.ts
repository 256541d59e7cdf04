/**
 * Words that a word of a search stands for: those it is a part of, by runs of three characters;
 * those that begin with it when it is shorter, as long as these are few. Complete, and never a walk
 * over events. What was heard first comes first: common words do.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { formOf } from '../words.ts';

/** Runs of the trigram index. */
const RUN = 3;

const wordRow = z.object({ word: z.string() });

const tables = { plain: 'plain_terms', joined: 'joined_terms', email: 'email_terms' } as const;

/** One or two letters begin so many words at most, or stand for themselves alone. */
const MOST_BEGINNING = 500;
/** The same for what is a part of words. */
const MOST_HOLDING = 100_000;

/** null: for too many to look for each. */
export function findTerms(sqlite: Sqlite, part: string): readonly string[] | null {
  if ([...part].length < RUN) {
    const terms = beginningWith(sqlite, part);
    return terms.length > MOST_BEGINNING ? null : terms;
  }
  const form = formOf(part);
  // A part without a joining sign lies in one piece, and pieces are words themselves.
  const terms = words(
    sqlite,
    `SELECT word FROM ${tables[form]} WHERE word LIKE ? ORDER BY rowid LIMIT ${MOST_HOLDING + 1}`,
    `%${part}%`,
  );
  const ids = form === 'plain' ? eventsWith(sqlite, part) : [];
  if (terms.length + ids.length > MOST_HOLDING) return null;
  return [...new Set([...terms, ...ids])];
}

const beginningWith = (sqlite: Sqlite, beginning: string): readonly string[] =>
  words(
    sqlite,
    `SELECT word FROM (SELECT term, word FROM terms WHERE word >= ? AND word < ?
       LIMIT ${MOST_BEGINNING + 1}) ORDER BY term`,
    beginning,
    `${beginning}\u{10ffff}`,
  );

const eventsWith = (sqlite: Sqlite, part: string): readonly string[] =>
  words(
    sqlite,
    `SELECT event AS word FROM event_terms WHERE event LIKE ? LIMIT ${MOST_HOLDING + 1}`,
    `%${part}%`,
  ).map((id) => id.toLowerCase());

const words = (sqlite: Sqlite, sql: string, ...values: string[]): readonly string[] =>
  z
    .array(wordRow)
    .parse(sqlite.all(sql, values))
    .map(({ word }) => word);
