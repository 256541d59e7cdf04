/**
 * Which rows of a list are in the window, for rows of one height and a list of any length. Renders
 * again only when other rows come into the window, not with every pixel.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  changesOf,
  moved,
  placeAt,
  type ScrollPlace,
  type ScrollSizes,
  scrollerHeight,
} from './scroll-map.ts';

export const rowHeight = 36;
/** Rows above and below the window that are there before they are seen. */
const overscan = 5;
/** When nothing moved for so long, the scroller is set right, in milliseconds. */
const restAfter = 160;

interface ShownRows {
  first: number;
  /** Index of the last row itself; less than `first` when there is none. */
  last: number;
  /** Position of the first row in the scroller, in pixels. */
  y: number;
  isAtTop: boolean;
}

export interface RowWindow extends ShownRows {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the element inside the scroller, in pixels. */
  height: number;
  onScroll: () => void;
  /** Scrolls as little as brings the row into sight. */
  show: (index: number) => void;
  toTop: () => void;
  /** The list under the window grew by so many rows above it: what is seen stays. */
  shiftBy: (rows: number) => void;
}

/**
 * @param onRows told of the rows that come into the window, before they are drawn
 * @param isHeld whether somebody is about to press a row: a pointer that only rests where the list opens is not
 */
export function useRowWindow(
  count: number,
  onRows: (first: number, last: number) => void,
  isHeld: boolean,
): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef<ScrollPlace>({ top: 0, scrollTop: 0 });
  const sizes = useRef<ScrollSizes>({ content: 0, view: 0 });
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<ShownRows>({ first: 0, last: -1, y: 0, isAtTop: true });

  // Callers pass other functions for every length. The callbacks made here have to stay the same, or the list would
  // begin anew.
  const tell = useRef(onRows);
  const held = useRef(isHeld);
  useLayoutEffect(() => {
    tell.current = onRows;
    held.current = isHeld;
  }, [onRows, isHeld]);
  const render = useCallback((rows: number) => {
    const next = rowsIn(place.current, sizes.current.view, rows);
    if (next.last >= next.first) tell.current(next.first, next.last);
    setShown((now) => (isSame(now, next) ? now : next));
  }, []);

  /** Goes to a part of the list, and puts the scroller where the map says. */
  const goTo = useCallback(
    (top: number) => {
      const box = scroller.current;
      if (box === null) return;
      const wanted = placeAt(sizes.current, top);
      // What the scroller is asked for, has the page laid out at once.
      const isThere = Math.abs(place.current.scrollTop - wanted.scrollTop) < 1;
      if (!isThere) box.scrollTop = wanted.scrollTop;
      const scrollTop = isThere ? place.current.scrollTop : box.scrollTop;
      place.current = { top: wanted.top, scrollTop };
      render(Math.round(sizes.current.content / rowHeight));
    },
    [render],
  );

  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    place.current = moved(sizes.current, place.current, box.scrollTop);
    // In the frame that scrolled: later, it would show where no rows are yet.
    flushSync(() => render(Math.round(sizes.current.content / rowHeight)));
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      if (changesOf(sizes.current, place.current) > 2) goTo(place.current.top);
    }, restAfter);
  }, [goTo, render]);

  // Another length, or another height of the window: what was on top stays there.
  useLayoutEffect(() => {
    const view = sizes.current.view || (scroller.current?.clientHeight ?? 0);
    sizes.current = { content: count * rowHeight, view };
    goTo(place.current.top);
    render(count);
  }, [count, goTo, render]);

  // The scroller comes and goes with the rows.
  const isThere = count > 0;
  useEffect(() => {
    const box = scroller.current;
    if (box === null || !isThere) return;
    let edge = box.getBoundingClientRect().top;
    const observer = new ResizeObserver(() => {
      const before = edge;
      edge = box.getBoundingClientRect().top;
      sizes.current = { ...sizes.current, view: box.clientHeight };
      // What came or went above the list moves no row that is read or pointed at.
      const isRead = place.current.top > 0 || held.current;
      goTo(place.current.top + (isRead ? edge - before : 0));
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      clearTimeout(rest.current);
    };
  }, [isThere, goTo]);

  const show = useCallback(
    (index: number) => {
      const { top } = place.current;
      const { view } = sizes.current;
      if (index * rowHeight < top) goTo(index * rowHeight);
      else if ((index + 1) * rowHeight > top + view) goTo((index + 1) * rowHeight - view);
    },
    [goTo],
  );
  const toTop = useCallback(() => goTo(0), [goTo]);
  const shiftBy = useCallback((rows: number) => goTo(place.current.top + rows * rowHeight), [goTo]);

  const height = scrollerHeight({ content: count * rowHeight, view: 0 });
  return { ...shown, scroller, height, onScroll, show, toTop, shiftBy };
}

function rowsIn(place: ScrollPlace, view: number, count: number): ShownRows {
  const { top, scrollTop } = place;
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = Math.min(count - 1, Math.ceil((top + view) / rowHeight) + overscan);
  return { first, last, y: first * rowHeight + scrollTop - top, isAtTop: top < rowHeight / 2 };
}

const isSame = (one: ShownRows, other: ShownRows): boolean =>
  one.first === other.first &&
  one.last === other.last &&
  one.isAtTop === other.isAtTop &&
  Math.abs(one.y - other.y) < 0.5;
