/** From which computers entries are: a set for each, so any order of merging gives the same. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** What an entry is about. */
export interface EntryPlace {
  readonly what: string;
  readonly kind: string;
  readonly id: string;
  readonly part: string;
  readonly at: string;
}

export interface Origins {
  /** Public keys; none of anybody’s where it was lost. */
  of(entry: string): readonly string[];
  /** `isNew`: it was not here before. `file`: the one that brought it. */
  add(entry: string, place: EntryPlace, from: readonly string[], isNew: boolean): void;
}

/** Where the row of an origin was lost with a damaged page, as the view says it. */
const lost = 'lost';
/** The same as others are told it: nobody’s key. */
const unknownComputer = '0'.repeat(64);

/** Of an entry, for its name twice: the index has the beginning of it. */
export const isOfEntry = 'substr(entry, 1, 12) = substr(?, 1, 12) AND entry = ?';

const originRow = z.object({ origin: z.number() }).transform(({ origin }) => origin);
const originOf = `SELECT origin FROM handover_origins
  WHERE computer = ? AND file = ? AND what = ? AND kind = ?`;

/**
 * For one transaction.
 *
 * @param own this computer's public key @param file null where nothing is added
 */
export function openOrigins(sqlite: Sqlite, own: string, file: string | null): Origins {
  const numbers = new Map<string, number>();
  const stored = (entry: string): readonly string[] =>
    sqlite.texts(`SELECT computer FROM handover_entries WHERE ${isOfEntry} ORDER BY computer`, [
      entry,
      entry,
    ]);
  const of = (entry: string): readonly string[] => {
    const found = stored(entry);
    if (found.length === 0) return [own];
    const known = found.filter((one) => one !== lost);
    return known.length === 0 ? [unknownComputer] : known;
  };
  /** The number of what entries of a kind have in common. */
  const numberOf = (computer: string, { what, kind }: EntryPlace): number => {
    const name = `${computer} ${what} ${kind}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const values = [computer, file, what, kind];
    const found = sqlite.first(originOf, values);
    const { row } =
      found === undefined
        ? sqlite.run(
            'INSERT INTO handover_origins (computer, file, what, kind) VALUES (?, ?, ?, ?)',
            values,
          )
        : { row: originRow.parse(found) };
    numbers.set(name, row);
    return row;
  };
  /** Another file tells what is here. Only of requests is it asked who did. */
  const tellAgain = (entry: string, { what, id }: EntryPlace): void => {
    if (what !== 'request' && what !== 'resolution') return;
    sqlite.run(
      `INSERT INTO handover_tellers (entry, file, what, id) SELECT ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM handover_entries WHERE ${isOfEntry} AND file = ?)
       ON CONFLICT DO NOTHING`,
      [entry, file, what, id, entry, entry, file],
    );
  };
  return {
    of,
    add(entry, place, from, isNew) {
      const here = stored(entry);
      const before = here.length === 0 ? [own] : here;
      const all = new Set([...(isNew ? [] : before), ...from]);
      if (!isNew) tellAgain(entry, place);
      if (!isNew && all.size === 1 && all.has(own)) return;
      for (const computer of all) {
        if (here.includes(computer)) continue;
        sqlite.run(
          'INSERT INTO handover_entry_origins (entry, origin, id, part, at) VALUES (?, ?, ?, ?, ?)',
          [entry, numberOf(computer, place), place.id, place.part, place.at],
        );
      }
    },
  };
}
