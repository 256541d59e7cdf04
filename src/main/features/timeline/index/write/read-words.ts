/**
 * Words that stand in nothing but events that are known by look-ups alone. Their numbers are told by
 * the look-up and lie beyond all others, so that those of delivered words are the same with and without.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { formOf, type WordForm } from '../words.ts';

/** Beyond every number of a delivered word. */
export const FIRST_READ_TERM = 2 ** 40;
/** More words than any event has. */
const PER_LOOK_UP = 2 ** 20;

export const tableOf: Readonly<Record<WordForm, string>> = {
  plain: 'plain_terms',
  joined: 'joined_terms',
  email: 'email_terms',
};

const termRows = z.array(z.object({ term: z.int(), word: z.string() }));

export interface ReadWords {
  /** The word of that place in the event of a look-up, where it stands nowhere else. */
  add(arrival: number, place: number, word: string): void;
  /** A delivered event has the word now, or no event any more. */
  takeOut(word: string): void;
  /** Takes out what stands on this look-up, and returns it. */
  leave(arrival: number): readonly string[];
  /** After a transaction that was undone. */
  forget(): void;
}

export function createReadWords(sqlite: Sqlite): ReadWords {
  const load = (): Map<string, number> =>
    new Map(
      termRows
        .parse(sqlite.all('SELECT term, word FROM terms WHERE term >= ?', [FIRST_READ_TERM]))
        .map(({ term, word }) => [word, term]),
    );
  let known = load();

  const takeOut = (word: string): void => {
    const term = known.get(word);
    if (term === undefined) return;
    const table = tableOf[formOf(word)];
    sqlite.run(`INSERT INTO ${table} (${table}, rowid, word) VALUES ('delete', ?, ?)`, [
      term,
      word,
    ]);
    sqlite.run('DELETE FROM terms WHERE term = ?', [term]);
    known.delete(word);
  };

  return {
    add(arrival, place, word) {
      const term = FIRST_READ_TERM + arrival * PER_LOOK_UP + place;
      const added = sqlite.first(
        'INSERT INTO terms (term, word) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING term',
        [term, word],
      );
      if (added === undefined) return;
      sqlite.run(`INSERT INTO ${tableOf[formOf(word)]} (rowid, word) VALUES (?, ?)`, [term, word]);
      known.set(word, term);
    },
    takeOut,
    leave(arrival) {
      const first = FIRST_READ_TERM + arrival * PER_LOOK_UP;
      const left = [...known]
        .filter(([, term]) => term >= first && term < first + PER_LOOK_UP)
        .map(([word]) => word);
      for (const word of left) takeOut(word);
      return left;
    },
    forget() {
      known = load();
    },
  };
}
