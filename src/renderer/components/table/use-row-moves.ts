/** The focus goes from row to row by the keyboard, also to rows that are not in the page yet. */
import { type KeyboardEvent, useEffect, useRef } from 'react';

interface RowsToMoveIn {
  /** What scrolls; null while there are no rows. */
  scroller: HTMLElement | null;
  total: number;
  rowHeight: number;
  /** Scrolls as little as brings that row into sight. */
  show: (index: number) => void;
}

/** `aria-rowindex` begins at 1, and with the headings. */
const headRows = 2;

/**
 * Up and down go to the next row, a page key over a window of them, Home and End to the ends of the list: left
 * to the browser, those would scroll the row with the focus out of the page.
 */
export function useRowMoves({ scroller, total, rowHeight, show }: RowsToMoveIn) {
  const wanted = useRef<number | null>(null);
  const take = (): void => {
    const { current: index } = wanted;
    if (index === null) return;
    const focused = document.activeElement;
    // Whoever went elsewhere meanwhile stays there.
    if (focused !== document.body && scroller?.contains(focused) !== true) wanted.current = null;
    const row = scroller?.querySelector(`[aria-rowindex="${index + headRows}"]`);
    const link = row?.querySelector('a');
    if (wanted.current === null || !link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  // After every render, since the row may still have to come.
  useEffect(take);
  return (event: KeyboardEvent<HTMLElement>): void => {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page },
      ...{ Home: -total, End: total },
    };
    const step = steps[event.key];
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    if (step === undefined || row === null) return;
    event.preventDefault();
    const index = Number(row.getAttribute('aria-rowindex')) - headRows + step;
    wanted.current = Math.min(Math.max(index, 0), total - 1);
    show(wanted.current);
    take();
  };
}
