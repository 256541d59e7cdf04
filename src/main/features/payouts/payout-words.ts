/** Which payouts are found by words. */
import { z } from 'zod';
import { partPattern } from '../../../platform/folded-text.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { phrase, searchWords } from '../../core/records/search-text.ts';

/** Matching rows that are looked at where a few are wanted. */
const LOOKED_AT = 500;
/** Numbers of rows that are gone over in one step. */
const AT_ONCE = 10_000;

const numberRows = z.array(z.object({ number: z.number() }));

/** @param isIndexed whether words are found by an index (payoutsMigrations), or in a table (layOutPast) */
export function createPayoutWords(sqlite: Sqlite, isIndexed: boolean) {
  const numbers = (sql: string, values: readonly SqlValue[]): number[] =>
    numberRows.parse(sqlite.all(sql, values)).map(({ number }) => number);

  const holding = (words: readonly string[]): string =>
    ['TRUE', ...words.map(() => "text LIKE ? ESCAPE '\\'")].join(' AND ');
  const among = (some: readonly number[], words: readonly string[]): number[] =>
    numbers(
      `SELECT rowid AS number FROM payout_search
       WHERE rowid IN (SELECT value FROM json_each(?)) AND ${holding(words)}`,
      [JSON.stringify(some), ...words.map(partPattern)],
    );

  /** Numbers of rows that hold the word, some at a time. */
  function* holders(word: string, isLong: boolean): Generator<undefined, number[]> {
    const [where, value] = isLong
      ? ['payout_search MATCH ?', phrase(word)]
      : [holding([word]), partPattern(word)];
    const [last = 0] = numbers(
      'SELECT number FROM payout_columns ORDER BY number DESC LIMIT 1',
      [],
    );
    const all: number[] = [];
    for (let after = 0; after < last; after += AT_ONCE) {
      const some = numbers(
        `SELECT rowid AS number FROM payout_search
         WHERE ${where} AND rowid > ? AND rowid <= ? ORDER BY rowid`,
        [value, after, after + AT_ONCE],
      );
      all.push(...some);
      yield;
    }
    return all;
  }

  return {
    /** Numbers of rows in which every word occurs, in steps; null without words. */
    *found(search: string): Generator<undefined, number[] | null> {
      const { all, long } = searchWords(search);
      if (all.length === 0) return null;
      // One MATCH alone may stand in a query.
      const sets: number[][] = [];
      for (const word of all) sets.push(yield* holders(word, isIndexed && long.includes(word)));
      const [first = [], ...others] = sets;
      const rest = others.map((some) => new Set(some));
      return first.filter((number) => rest.every((some) => some.has(number)));
    },

    /**
     * Numbers of rows in which every word occurs, in a time that does not grow with those that match: of more
     * than `LOOKED_AT` that have the long words, some. Short words by themselves find nothing.
     */
    some(search: string): { readonly numbers: number[]; readonly isAll: boolean } {
      const { all, long, short } = searchWords(search);
      if ((isIndexed ? long : all).length === 0) return { numbers: [], isAll: true };
      const [where, values, rest] = isIndexed
        ? ['payout_search MATCH ?', [long.map(phrase).join(' ')], short]
        : [holding(all), all.map(partPattern), []];
      const few = numbers(
        `SELECT rowid AS number FROM payout_search WHERE ${where} ORDER BY rowid DESC LIMIT ${LOOKED_AT}`,
        values,
      );
      return { numbers: among(few, rest), isAll: few.length < LOOKED_AT };
    },

    /** Those of the numbers in whose rows every word occurs. */
    among: (some: readonly number[], search: string) => among(some, searchWords(search).all),
  };
}
