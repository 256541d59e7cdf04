/** What a search asks of the index of words: expressions, each small enough to run. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { beginningMark, kindMark, nameMark } from '../marks.ts';
import { formOf, runsOf } from '../words.ts';
import type { Plan } from './plan.ts';

/** Runs of the trigram index. */
const RUN = 3;

const wordRow = z.object({ word: z.string() });

const tables = { plain: 'plain_terms', joined: 'joined_terms', email: 'email_terms' } as const;

/** One or two letters begin so many words at most, or stand for themselves alone. */
const MOST_BEGINNING = 500;
/** The same for what is a part of words. */
const MOST_HOLDING = 100_000;

/** null: for too many to look for each. */
function findTerms(sqlite: Sqlite, part: string): readonly string[] | null {
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

/** Words of one expression; more are asked in turns. */
const MOST_TERMS = 500;
/**
 * Words in the first expression for a part, where common words are: each event of one costs a look at every other word
 * beside it.
 */
const FIRST_TERMS = 4;

/** Expressions of one search. Several words that each stand for many would make very many. */
const MOST_EXPRESSIONS = 256;

export interface Matches {
  /**
   * Expressions of which an event has to match one. Empty when nothing can match. An event may
   * match several.
   */
  readonly expressions: readonly string[];
  /**
   * For a search by ID: an expression without the word of the ID’s kind, which very many events have. What matches it
   * and bears the ID in a column matches the only other expression as well. null where there is none.
   */
  readonly lead: string | null;
  /** Words of the search that stand for themselves alone: too many words have them as a part. */
  readonly whole: readonly string[];
}

export function matchesOf(sqlite: Sqlite, plan: Plan): Matches {
  const whole: string[] = [];
  const groups = plan.words.map((word) => {
    const terms = findTerms(sqlite, word);
    if (terms === null) whole.push(word);
    return { word, chunks: inChunks(terms ?? [word]) };
  });
  while (product(groups) > MOST_EXPRESSIONS && groups.length > 1) {
    const widest = groups.reduce((one, other) =>
      other.chunks.length > one.chunks.length ? other : one,
    );
    widest.chunks = inChunks([widest.word]);
    whole.push(widest.word);
  }
  const marks = marksOf(plan).map((marked) => [anyOf(marked)]);
  const expressions = [...groups.map(({ chunks }) => chunks), ...marks].reduce<readonly string[]>(
    (combined, chunks) =>
      combined.flatMap((left) =>
        chunks.map((right) => (left === '' ? right : `${left} AND ${right}`)),
      ),
    [''],
  );
  const last = groups.at(-1)?.chunks ?? [];
  const isLed = plan.id !== null && expressions.length === 1 && groups.length === 2;
  const lead = isLed ? [...last, ...marks.flat()].join(' AND ') : null;
  return { expressions, lead, whole };
}

const product = (groups: readonly { readonly chunks: readonly string[] }[]): number =>
  groups.reduce((all, { chunks }) => all * chunks.length, 1);

/** Conditions that the words of an event tell as well: each a list of which one has to be there. */
function marksOf({ filter, resourceId, customerId }: Plan): readonly (readonly string[])[] {
  const names = filter.names.flatMap((name) =>
    name.endsWith('.') ? [nameMark(name), beginningMark(name)] : [nameMark(name)],
  );
  const kinds = filter.resourceKinds.map(kindMark);
  const ids = [resourceId, customerId].flatMap((id) => (id === null ? [] : runsOf(id)));
  return [names, kinds, ...ids.map((id) => [id])].filter((marked) => marked.length > 0);
}

function inChunks(terms: readonly string[]): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < terms.length; ) {
    const size = at === 0 ? FIRST_TERMS : MOST_TERMS;
    chunks.push(anyOf(terms.slice(at, at + size)));
    at += size;
  }
  return chunks;
}

/** Words in quotes, in which FTS5 has no operators. No word holds a quote. */
const anyOf = (terms: readonly string[]): string =>
  `(${terms.map((term) => `"${term}"`).join(' OR ')})`;
