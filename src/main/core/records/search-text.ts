/** How text is folded for search and sorting, and how a search becomes SQL. */
import { type SqlBool, sql } from 'kysely';
import { folded, partPattern } from '../../../platform/folded-text.ts';

/** What a record is found by: a line a field, so that no word runs across two fields. */
export const searchText = (fields: readonly (string | null)[]): string =>
  fields
    .filter((field) => field !== null)
    .map(folded)
    .join('\n');

/** More words than a person types; a longer search is cut here, not refused. */
const MOST_WORDS = 12;
/** The index holds runs of three characters; shorter words are looked for one text after another. */
const INDEXED_LENGTH = 3;

/** A sort key of a rate: digits before the point by their number first, so that text sorts as numbers. */
export function rateSortKey(rate: string | null): string | null {
  const match = /^0*(\d+)(?:\.(\d+?)0*)?$/.exec(rate ?? '');
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return `${String(whole.length).padStart(6, '0')}${whole}.${fraction}`;
}

const isIndexed = (word: string): boolean => [...word].length >= INDEXED_LENGTH;

/** Words of a search, folded; `long` are those that the index finds. */
export function searchWords(search: string) {
  const all = folded(search).split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
  const long = all.filter(isIndexed);
  return { all, long, short: all.filter((word) => !isIndexed(word)) };
}

/**
 * Conditions on `record` and `id`, all of which must hold; none for an empty search. `foundBy` gives
 * ids by which else a word is found.
 */
export function searchConditions(
  search: string,
  foundBy: ((word: string) => readonly string[]) | undefined = undefined,
) {
  return searchWords(search).all.map((word) => {
    const held = isIndexed(word)
      ? sql<SqlBool>`record IN (SELECT rowid FROM record_search WHERE record_search MATCH ${phrase(word)})`
      : sql<SqlBool>`record IN (SELECT rowid FROM record_search WHERE text LIKE ${partPattern(word)} ESCAPE '\\')`;
    const others = foundBy?.(word) ?? [];
    return others.length === 0 ? held : sql<SqlBool>`(${held} OR ${idAmong(others)})`;
  });
}

/** A condition on `id`. */
export const idAmong = (ids: readonly string[]) =>
  sql<SqlBool>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A quoted phrase, in which FTS5 has no operators. */
export const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;
