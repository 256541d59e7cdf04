/**
 * The row by which a list stays where it was: when it has another place after a reading, the list is
 * scrolled by as many rows.
 */
import { indexOf } from './event-pages.ts';

export interface ScrollAnchor {
  readonly key: number;
  readonly index: number;
}

interface Keyed {
  readonly key: number;
}

/** Rows from the first that is drawn to one that is seen: those above the window come first. */
const inside = 6;

/** null while its row still comes. */
export function anchorIn(
  rowAt: (index: number) => Keyed | undefined,
  first: number,
): ScrollAnchor | null {
  const index = first + inside;
  const row = rowAt(index);
  return row === undefined ? null : { key: row.key, index };
}

/** Where its row stands in what was read since; where it was when it is not among that. */
export function anchorNow(
  pages: ReadonlyMap<number, readonly Keyed[]>,
  anchor: ScrollAnchor,
): ScrollAnchor {
  const index = indexOf(pages, ({ key }) => key === anchor.key);
  return index === null ? anchor : { ...anchor, index };
}
