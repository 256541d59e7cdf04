/**
 * What the index takes of a delivered event. Its words come as one text, and of them those once more
 * that may be new: what was handed over a while ago needs no look whether it stands in the index.
 */
import type { EventFacts } from '../facts.ts';

/** Most customers come back within so many words. */
const REMEMBERED = 50_000;

/** A real id is one word of letters and digits, and its parts are looked for in an index of ids alone. */
const PLAIN_ID = /^[A-Za-z0-9]{3,100}$/;

export const ownWord = (event: string): string | null =>
  PLAIN_ID.test(event) ? event.toLowerCase() : null;

/** What stands in a row, whatever words there are. */
export type RowFacts = Omit<EventFacts, 'words'>;

export interface DeliveredFacts extends RowFacts {
  /** All words, one space between them. */
  readonly text: string;
  /** Every word that may be new, but for its own id. */
  readonly fresh: readonly string[];
}

/** Returns what remembers words. All that come out of it have to be taken in, in the order in which they come. */
export function createFreshWords(): (facts: EventFacts) => DeliveredFacts {
  let recent = new Set<string>();
  let before = new Set<string>();

  const isRemembered = (word: string): boolean => {
    if (recent.has(word)) return true;
    const isKnown = before.has(word);
    recent.add(word);
    if (recent.size >= REMEMBERED) {
      before = recent;
      recent = new Set();
    }
    return isKnown;
  };

  return ({ words, ...row }) => {
    const own = ownWord(row.event);
    const all = [...words];
    const fresh = all.filter((word) => word !== own && !isRemembered(word));
    return { ...row, text: all.join(' '), fresh };
  };
}
