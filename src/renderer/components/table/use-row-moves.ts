/** The focus goes from row to row by the keyboard, also to rows that are not in the page yet. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { rowStep } from './row-step.ts';

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
  const wanted = useRef<{ readonly index: number; readonly from: Element | null } | null>(null);
  const take = (): void => {
    if (wanted.current === null) return;
    const { index, from } = wanted.current;
    const focused = document.activeElement;
    // Whoever went elsewhere meanwhile stays there. Where the row that was left is gone, what is around has the focus.
    if (focused !== from && focused?.contains(scroller) !== true) wanted.current = null;
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
    const step = rowStep(event, rowHeight);
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    if (step === null || row === null) return;
    event.preventDefault();
    const next = Number(row.getAttribute('aria-rowindex')) - headRows + step;
    const index = Math.min(Math.max(next, 0), total - 1);
    wanted.current = { index, from: document.activeElement };
    show(index);
    take();
  };
}
