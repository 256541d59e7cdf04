import { indexOf } from './event-pages.ts';

/**
 * The row by which a list stays where it was: when it has another place after a reading, the list is
 * scrolled by as many rows.
 */
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

/**
 * Where a list of any length stands in a scroller of bounded height. Browsers hold no element higher
 * than some 33 million pixels, and count scroll positions in numbers that are exact to 16 million; a
 * million rows of 36 px are 36 million. Up to `maxHeight` list and scroller are the same. Beyond:
 *
 *     scroller  |== edge ==|........ middle ........|== edge ==|     never over maxHeight
 *     list      |== edge ==|................ middle ................|== edge ==|
 *
 * In the edges a pixel is a pixel, in the middle a pixel of the scrollbar stands for more. Small
 * moves (wheel, keys) are a pixel for a pixel everywhere, so the scroller drifts from where the map
 * puts it; it is set right while nothing moves, which shows nothing.
 */

/** Numbers of a browser's scroll position are exact up to 2^24. */
export const maxHeight = 15_000_000;
const edge = 1_000_000;

export interface ScrollSizes {
  /** Height of all rows, in pixels. */
  readonly content: number;
  /** Height of what is seen, in pixels. */
  readonly view: number;
}

export interface ScrollPlace {
  /** Pixels of the list above what is seen. */
  readonly top: number;
  /** Position of the scroller. */
  readonly scrollTop: number;
}

/** Height of the element that the scroller scrolls. */
export const scrollerHeight = ({ content }: ScrollSizes): number => Math.min(content, maxHeight);

const lastTop = ({ content, view }: ScrollSizes): number => Math.max(0, content - view);

const lastScrollTop = (sizes: ScrollSizes): number =>
  Math.max(0, scrollerHeight(sizes) - sizes.view);

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** What of the list the position of the scroller stands for. */
export function topOf(sizes: ScrollSizes, scrollTop: number): number {
  const most = lastScrollTop(sizes);
  const maxTop = lastTop(sizes);
  const at = clamp(scrollTop, most);
  if (sizes.content <= maxHeight || at <= edge) return at;
  if (at >= most - edge) return maxTop - (most - at);
  return edge + ((at - edge) * (maxTop - 2 * edge)) / (most - 2 * edge);
}

/** Where the scroller has to stand for that part of the list. */
export function scrollTopOf(sizes: ScrollSizes, top: number): number {
  const most = lastScrollTop(sizes);
  const maxTop = lastTop(sizes);
  const at = clamp(top, maxTop);
  if (sizes.content <= maxHeight || at <= edge) return at;
  if (at >= maxTop - edge) return most - (maxTop - at);
  return edge + ((at - edge) * (most - 2 * edge)) / (maxTop - 2 * edge);
}

/** The place after the scroller moved: a pixel for a pixel when it moved little, else by the map. */
export function moved(sizes: ScrollSizes, place: ScrollPlace, scrollTop: number): ScrollPlace {
  const delta = scrollTop - place.scrollTop;
  const isSmall = Math.abs(delta) <= 3 * sizes.view;
  const atEnd = scrollTop <= 0 || scrollTop >= lastScrollTop(sizes);
  if (sizes.content <= maxHeight || !isSmall || atEnd) {
    return { top: topOf(sizes, scrollTop), scrollTop };
  }
  return { top: clamp(place.top + delta, lastTop(sizes)), scrollTop };
}

/** The place at that part of the list, with the scroller where the map puts it. */
export function placeAt(sizes: ScrollSizes, top: number): ScrollPlace {
  const at = clamp(top, lastTop(sizes));
  return { top: at, scrollTop: Math.round(scrollTopOf(sizes, at)) };
}

/** How far the scroller is from where the map puts it, in pixels. */
export const changesOf = (sizes: ScrollSizes, place: ScrollPlace): number =>
  Math.abs(scrollTopOf(sizes, place.top) - place.scrollTop);
