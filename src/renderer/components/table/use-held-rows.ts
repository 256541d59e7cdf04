/**
 * The rows of a list that may change at any time: while it is held, every row stays where it is. Scrolled,
 * searched or sorted, it is the newest again.
 */
import { useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { type KeptRows, keepRows, type Waiting, withKept } from './kept-rows.ts';
import type { WindowedRows } from './windowed-rows.ts';

export interface HeldRowsOptions<Row> {
  rows: WindowedRows<Row>;
  idOf: (row: Row) => string;
  listKey: string;
  isHeld: boolean;
}

export function useHeldRows<Row>({ rows, idOf, listKey, isHeld }: HeldRowsOptions<Row>): {
  rows: WindowedRows<Row>;
  waiting: Waiting;
  /** Shows what waits. */
  showWaiting: () => void;
} {
  const drawn = useRef<KeptRows<Row> | null>(null);
  const range = useRef({ from: 0, to: 0 });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const last = drawn.current;
  const isKept =
    isHeld && !rows.isBehind && last?.listKey === listKey && last.total > 0 && last.rows.size > 0;
  const held = isKept ? withKept(last, rows, idOf) : null;

  // What is seen now is what stays.
  const keepNow = useRef<() => void>(() => undefined);
  const wasKept = useRef(isKept);
  useLayoutEffect(() => {
    keepNow.current = () => {
      drawn.current = rows.isBehind ? null : keepRows(rows, range.current, listKey);
    };
    wasKept.current = isKept;
    if (!isKept) keepNow.current();
  });
  const showWaiting = useCallback(() => {
    keepNow.current();
    redraw();
  }, []);
  const { onRange: tell } = rows;
  const onRange = useCallback(
    (from: number, to: number) => {
      tell(from, to);
      if (range.current.from === from && range.current.to === to) return;
      range.current = { from, to };
      keepNow.current();
      if (wasKept.current) redraw();
    },
    [tell],
  );
  return {
    rows: { ...(held?.rows ?? rows), onRange },
    waiting: held?.waiting ?? null,
    showWaiting,
  };
}
