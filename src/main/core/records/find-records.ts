/**
 * Records found by words, whatever their kind: a few of each, in a time that does not grow with the
 * records. So of very many that match only the newest are looked at; lists go through all of them.
 */
import { z } from 'zod';
import { folded, partPattern } from '../../../platform/folded-text.ts';
import type { Queries } from '../../../platform/queries.ts';
import { listedKinds } from './list-table.ts';
import type { RecordsSchema } from './schema.ts';
import { phrase, searchWords } from './search-text.ts';
import type { FindQuery, FoundRecord, ListedKind } from './types.ts';

/** Matching records that are looked at, the newest. */
const LOOKED_AT = 500;

const foundRows = z.array(z.object({ kind: z.enum(listedKinds), id: z.string() }));

export function createFindRecords({ sqlite }: Pick<Queries<RecordsSchema>, 'sqlite'>) {
  const known = (ids: readonly string[]): FoundRecord[] =>
    foundRows.parse(
      sqlite.all(
        `SELECT kind, id FROM records
         WHERE kind IN (SELECT value FROM json_each(?)) AND id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(listedKinds), JSON.stringify(ids)],
      ),
    );

  /** Customers whose name begins with the search, in the order of their names. */
  const named = (search: string, limit: number): FoundRecord[] =>
    foundRows.parse(
      sqlite.all(
        `SELECT 'customer' AS kind, id FROM customer_columns
         WHERE name_sort >= ? AND name_sort < ? ORDER BY name_sort, id LIMIT ?`,
        [search, `${search}\u{10FFFF}`, limit],
      ),
    );

  /** Short words are looked for in what the long ones find: no index has them. */
  const holding = ({ long, short }: ReturnType<typeof searchWords>): FoundRecord[] => {
    if (long.length === 0) return [];
    const parts = short.map(() => "AND text LIKE ? ESCAPE '\\'").join(' ');
    const rows = sqlite.all(
      `SELECT records.kind, records.id FROM
         (SELECT rowid AS found, text FROM record_search WHERE record_search MATCH ?
          ORDER BY rowid DESC LIMIT ${LOOKED_AT})
       JOIN records ON records.record = found WHERE true ${parts} ORDER BY found DESC`,
      [long.map(phrase).join(' '), ...short.map(partPattern)],
    );
    return foundRows.parse(rows);
  };

  /** Exact ids first, then names that begin so, then what holds the words, the newest first. */
  return ({ search, limit, written }: FindQuery): FoundRecord[] => {
    const words = searchWords(search);
    if (words.all.length === 0) return [];
    const found = [
      ...known([search.trim()]),
      ...named(folded(search).trim(), limit),
      ...holding(words),
      ...known(written(words.all).slice(0, LOOKED_AT)),
    ];
    const once = new Map(found.map((record) => [`${record.kind} ${record.id}`, record]));
    const counts = new Map<ListedKind, number>();
    return [...once.values()].filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= limit;
    });
  };
}
