/**
 * Events that are known by look-ups alone. They stand as they would if every look-up were taken in
 * after the whole inbox, whenever that was: the index is the same after a rebuild, and what is delivered
 * later finds its place as if nobody had asked before.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { FIRST_READ, firstKey, KEYS_PER_MS } from '../keys.ts';
import type { ReadText, WordStore } from './word-store.ts';

const aloneRows = z.array(
  z.object({
    arrival: z.int(),
    key: z.int(),
    observed_at: z.int(),
    text: z.string(),
    event: z.string(),
    happened_at: z.int().nullable(),
    traits: z.int(),
  }),
);
type Alone = z.infer<typeof aloneRows>[number];
const toldRows = z.array(z.object({ arrival: z.int(), observed_at: z.int(), sameness: z.int() }));

/** One look-up of an event. */
export type ReportedRow = z.infer<typeof toldRows>[number];

export interface ReadEvents {
  /** The place for one more event that happened then; milliseconds since 1970. */
  keyFor(ms: number): number;
  /** A delivery of the event came: it goes, and what stood on its look-ups goes with it. */
  takeOut(key: number): void;
  /** Look-ups of an event, oldest first. */
  of(key: number): readonly ReportedRow[];
  /** They are of the event of another key now, which was delivered. */
  tell(key: number, of: number): void;
  /** At the end of a group: the others close up. */
  closeUp(): void;
}

export interface ReadEventsParts {
  readonly sqlite: Sqlite;
  readonly words: WordStore;
  /** So many events more, or fewer, of these traits at this key. */
  readonly count: (key: number, traits: number, events: 1 | -1) => void;
}

const ALONE = `SELECT l.arrival, l.key, l.observed_at, l.text, e.event, e.happened_at, e.traits
  FROM look_ups l CROSS JOIN events e ON e.key = l.key WHERE l.text IS NOT NULL`;

export function createReadEvents({ sqlite, words, count }: ReadEventsParts): ReadEvents {
  /** Words that stood on a look-up alone which is gone; null while nothing went. */
  let orphans: Set<string> | null = null;

  const alone = (): readonly Alone[] => aloneRows.parse(sqlite.all(`${ALONE} ORDER BY l.arrival`));
  const isTaken = (key: number): boolean =>
    sqlite.first('SELECT key FROM events WHERE key = ?', [key]) !== undefined;

  const move = (one: Alone, to: number): void => {
    words.move(one, to);
    sqlite.run('UPDATE events SET key = ? WHERE key = ?', [to, -one.arrival]);
    sqlite.run('UPDATE look_ups SET key = ? WHERE key = ?', [to, -one.arrival]);
    count(one.key, one.traits, -1);
    count(to, one.traits, 1);
  };

  return {
    keyFor: (ms) => freeKey(ms, isTaken),

    takeOut(key) {
      const rows = aloneRows.parse(sqlite.all(`${ALONE} AND l.key = ?`, [key]));
      for (const row of rows) {
        words.takeOut(row);
        orphans = new Set([...(orphans ?? []), ...words.leave(row.arrival)]);
        count(key, row.traits, -1);
      }
      sqlite.run('DELETE FROM events WHERE key = ?', [key]);
    },

    of: (key) =>
      toldRows.parse(
        sqlite.all(
          'SELECT arrival, observed_at, sameness FROM look_ups WHERE key = ? ORDER BY arrival',
          [key],
        ),
      ),

    tell: (key, of) =>
      void sqlite.run('UPDATE look_ups SET key = ?, text = NULL WHERE key = ?', [key, of]),

    closeUp() {
      if (orphans === null) return;
      const left = alone();
      const places = placesOf(left);
      const moved = left.filter((one) => places.get(one.arrival) !== one.key);
      // Out of each other's way first: one may go where another still stands.
      for (const { arrival, key } of moved) {
        for (const table of ['events', 'look_ups']) {
          sqlite.run(`UPDATE ${table} SET key = ? WHERE key = ?`, [-arrival, key]);
        }
      }
      for (const one of moved) move(one, places.get(one.arrival) ?? one.key);
      if (orphans.size > 0) for (const one of left) words.adopt(orphans, one satisfies ReadText);
      orphans = null;
    },
  };
}

/** The first number for look-ups that is free in the millisecond, or in one after it. */
function freeKey(ms: number, isTaken: (key: number) => boolean): number {
  for (let first = firstKey(ms); ; first += KEYS_PER_MS) {
    for (let number = FIRST_READ; number < KEYS_PER_MS; number += 1) {
      if (!isTaken(first + number)) return first + number;
    }
  }
}

/** Where each stands, in the order of the look-ups. */
function placesOf(all: readonly Alone[]): ReadonlyMap<number, number> {
  const taken = new Set<number>();
  const places = new Map<number, number>();
  for (const { arrival, happened_at, observed_at } of all) {
    const key = freeKey(happened_at ?? observed_at, (one) => taken.has(one));
    taken.add(key);
    places.set(arrival, key);
  }
  return places;
}
