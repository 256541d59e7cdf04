/** The window on a long list: which of its rows are in the page, and where they stand. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import type { WindowedRows } from './windowed-rows.ts';

export interface RowWindowOptions {
  rows: Pick<WindowedRows<unknown>, 'total' | 'onRange'>;
  /** Changes when the list is another one: the window goes back to its top. */
  listKey: string;
  /** Height of a row, or what it is likely to be, in pixels. */
  rowHeight: number;
  /** Rows in the page beyond what is seen, on each side. */
  overscan: number;
}

export function useRowWindow({ rows, listKey, rowHeight, overscan }: RowWindowOptions) {
  const { total, onRange } = rows;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(from, to), [onRange, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => {
    // A statement: scrollTo answers with a promise in newer engines, which is no cleanup.
    scroller?.scrollTo({ top: 0 });
  }, [listKey]);
  return { scroller, setScroller, virtualizer, items };
}
