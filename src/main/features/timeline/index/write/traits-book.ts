/** Numbers traits by what they are, so that the same events have the same numbers in every index. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { hashOf } from '../marks.ts';
import { RARE_BITS, rareBits, signatureNumber, type Traits, traitsRow } from '../traits.ts';

/** Numbers stay within 31 bits: they stand in every row and four indexes. */
const MOST = 2 ** 31;
const STEP = 2 ** RARE_BITS;

export interface TraitsBook {
  numberOf(traits: Traits): number;
  /** Throws for a number that was never given. */
  get(number: number): Traits;
  /** So many events more, or fewer, have these traits. */
  count(number: number, events: number): void;
  /** Writes the counts. */
  flush(): void;
  /** After a transaction that was undone. */
  reload(): void;
}

export function createTraitsBook(sqlite: Sqlite): TraitsBook {
  const numbers = new Map<string, number>();
  const known = new Map<number, Traits>();
  let counts = new Map<number, number>();

  const learn = (number: number, text: string, traits: Traits): number => {
    numbers.set(text, number);
    known.set(number, traits);
    return number;
  };
  const reload = (): void => {
    numbers.clear();
    known.clear();
    counts = new Map();
    const rows = z.array(traitsRow).parse(sqlite.all('SELECT * FROM traits'));
    for (const { id, traits } of rows) learn(id, textOf(traits), traits);
  };
  reload();

  return {
    numberOf(traits) {
      const text = textOf(traits);
      const number = numbers.get(text);
      if (number !== undefined) return number;
      let free = ((hashOf(text) * STEP) % MOST) + rareBits(traits);
      while (known.has(free)) free = (free + STEP) % MOST;
      return learn(free, text, traits);
    },
    get(number) {
      const traits = known.get(number);
      if (traits === undefined) throw new TypeError('An event has traits that are not known.');
      return traits;
    },
    count(number, events) {
      counts.set(number, (counts.get(number) ?? 0) + events);
    },
    flush() {
      for (const [number, events] of counts) {
        if (events === 0) continue;
        const traits = this.get(number);
        sqlite.run(
          `INSERT INTO traits (traits, name, resource_kind, proof, is_mock, is_late, is_repeated, is_differing, is_ahead, slots, events)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET events = events + excluded.events`,
          [
            number,
            traits.name,
            traits.resourceKind,
            signatureNumber(traits.proof),
            Number(traits.isMock),
            Number(traits.isLate),
            Number(traits.isRepeated),
            Number(traits.isDiffering),
            Number(traits.isAhead),
            JSON.stringify(traits.slots),
            events,
          ],
        );
        if (events < 0) sqlite.run('DELETE FROM traits WHERE traits = ? AND events = 0', [number]);
      }
      counts = new Map();
    },
    reload,
  };
}

const textOf = (traits: Traits): string =>
  JSON.stringify([
    traits.name,
    traits.resourceKind,
    traits.proof,
    traits.isMock,
    traits.isLate,
    traits.isRepeated,
    traits.isDiffering,
    traits.isAhead,
    traits.slots,
  ]);
