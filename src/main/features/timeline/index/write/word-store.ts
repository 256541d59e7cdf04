/** Words of new events and the terms behind them, gathered over a group: FTS5 wants rising rowids. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { EventFacts } from '../facts.ts';
import { marksOf } from '../marks.ts';
import { formOf, type WordForm } from '../words.ts';
import { type DeliveredFacts, ownWord, type RowFacts } from './fresh-words.ts';

/** Beyond every number of a delivered word. */
const FIRST_READ_TERM = 2 ** 40;
/** More words than any event has. */
const PER_LOOK_UP = 2 ** 20;

const tableOf: Readonly<Record<WordForm, string>> = {
  plain: 'plain_terms',
  joined: 'joined_terms',
  email: 'email_terms',
};

const termRows = z.array(z.object({ term: z.int(), word: z.string() }));

interface ReadWords {
  /** The word of that place in the event of a look-up, where it stands nowhere else. */
  add(arrival: number, place: number, word: string): void;
  /** A delivered event has the word now, or no event any more. */
  takeOut(word: string): void;
  /** Takes out what stands on this look-up, and returns it. */
  leave(arrival: number): readonly string[];
  /** After a transaction that was undone. */
  forget(): void;
}

function createReadWords(sqlite: Sqlite): ReadWords {
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

/** Names and kinds are few; the marks of more than these are worked out each time. */
const MOST_MARKED = 1_000;

const lastRow = z.object({ term: z.int().nullable() });

/** An event that is known by a look-up alone. */
export interface ReadText {
  readonly arrival: number;
  readonly key: number;
  readonly event: string;
  /** Its words as `addRead` gave them. */
  readonly text: string;
}

export interface WordStore {
  /** Adds the words of a delivered event. */
  add(key: number, facts: DeliveredFacts): void;
  /** Adds the new words of a further delivery of an event: they are not new from now on. */
  learn(words: readonly string[]): void;
  /** Adds the words of an event that is known by this lookup alone. Returns them, to take them out again. */
  addRead(key: number, arrival: number, facts: EventFacts): string;
  /** The event goes, or goes to another key (`move`). It was written by an earlier flush. */
  takeOut(read: ReadText): void;
  move(read: ReadText, to: number): void;
  /** Words that stood on a look-up which an event does not stand on any more. */
  leave(arrival: number): readonly string[];
  /** Those of the words that the event of a look-up has stand on that, unless they stand already. */
  adopt(words: ReadonlySet<string>, read: ReadText): void;
  flush(): void;
  /** Call after a transaction that was undone. */
  forget(): void;
}

export function createWordStore(sqlite: Sqlite): WordStore {
  let texts: { readonly key: number; readonly text: string }[] = [];
  let ids: { readonly key: number; readonly event: string }[] = [];
  let terms: { readonly term: number; readonly word: string }[] = [];

  const readWords = createReadWords(sqlite);
  const lastTerm = (): number =>
    lastRow.parse(
      sqlite.first('SELECT max(term) AS term FROM terms WHERE term < ?', [FIRST_READ_TERM]),
    ).term ?? 0;
  let newestTerm = lastTerm();

  const addTerm = (word: string): void => {
    readWords.takeOut(word);
    const { changes } = sqlite.run(
      'INSERT INTO terms (term, word) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [newestTerm + 1, word],
    );
    if (changes === 0) return;
    newestTerm += 1;
    terms.push({ term: newestTerm, word });
  };
  const kept = new Map<string, readonly string[]>();
  const marks = (name: string, kind: string | null): readonly string[] => {
    const of = `${kind} ${name}`;
    const found = kept.get(of) ?? marksOf(name, kind);
    if (kept.size < MOST_MARKED) kept.set(of, found);
    return found;
  };
  const byKey = (left: { key: number }, right: { key: number }): number => left.key - right.key;

  const put = (key: number, event: string, text: string): void => {
    if (ownWord(event) !== null) ids.push({ key, event });
    texts.push({ key, text });
  };
  const marked = (text: string, { name, resourceKind }: RowFacts): string =>
    [text, ...marks(name, resourceKind)].join(' ');
  const takeOut = ({ key, event, text }: ReadText): void => {
    sqlite.run("INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", [key, text]);
    if (ownWord(event) === null) return;
    sqlite.run("INSERT INTO event_terms (event_terms, rowid, event) VALUES ('delete', ?, ?)", [
      key,
      event,
    ]);
  };

  return {
    add(key, facts) {
      for (const word of facts.fresh) addTerm(word);
      put(key, facts.event, marked(facts.text, facts));
    },
    learn(words) {
      for (const word of words) addTerm(word);
    },
    addRead(key, arrival, facts) {
      const own = ownWord(facts.event);
      let place = 0;
      for (const word of facts.words) {
        if (word !== own) readWords.add(arrival, place, word);
        place += 1;
      }
      const text = marked([...facts.words].join(' '), facts);
      put(key, facts.event, text);
      return text;
    },
    takeOut,
    move(read, to) {
      takeOut(read);
      put(to, read.event, read.text);
    },
    leave: readWords.leave,
    adopt(words, { arrival, event, text }) {
      const own = ownWord(event);
      for (const [place, word] of text.split(' ').entries()) {
        if (word !== own && words.has(word)) readWords.add(arrival, place, word);
      }
    },
    flush() {
      for (const { key, text } of texts.sort(byKey)) {
        sqlite.run('INSERT INTO words (rowid, text) VALUES (?, ?)', [key, text]);
      }
      for (const { key, event } of ids.sort(byKey)) {
        sqlite.run('INSERT INTO event_terms (rowid, event) VALUES (?, ?)', [key, event]);
      }
      for (const { term, word } of terms) {
        const table = tableOf[formOf(word)];
        sqlite.run(`INSERT INTO ${table} (rowid, word) VALUES (?, ?)`, [term, word]);
      }
      texts = [];
      ids = [];
      terms = [];
    },
    forget() {
      texts = [];
      ids = [];
      terms = [];
      readWords.forget();
      newestTerm = lastTerm();
    },
  };
}
