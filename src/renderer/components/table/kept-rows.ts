/** Rows as they were drawn last, kept in their places while the list behind them changes. */
import type { WindowedRows } from './windowed-rows.ts';

export interface KeptRows<Row> {
  readonly listKey: string;
  readonly total: number;
  /** Those of the window, by their place. */
  readonly rows: ReadonlyMap<number, Row>;
}

/** What came of the list meanwhile: how many rows more, 0 where others stand in their places; null for nothing. */
export type Waiting = number | null;

/** Rows around the window that are searched for a newer reading of one that is kept. */
const near = 50;

/** The rows from…to as they are now. */
export function keepRows<Row>(
  { total, rowAt }: Pick<WindowedRows<Row>, 'total' | 'rowAt'>,
  { from, to }: { from: number; to: number },
  listKey: string,
): KeptRows<Row> {
  const rows = new Map<number, Row>();
  for (let index = from; index <= Math.min(to, total - 1); index += 1) {
    const row = rowAt(index);
    if (row !== undefined) rows.set(index, row);
  }
  return { listKey, total, rows };
}

/** The same rows in the same places, each as it was read last, and what waits to be shown. */
export function withKept<Row>(
  kept: KeptRows<Row>,
  live: WindowedRows<Row>,
  idOf: (row: Row) => string,
): { rows: WindowedRows<Row>; waiting: Waiting } {
  const places = [...kept.rows.keys()];
  const first = Math.min(...places);
  const last = Math.max(...places);
  const newest = new Map<string, Row>();
  for (let index = Math.max(0, first - near); index <= last + near; index += 1) {
    const row = index < live.total ? live.rowAt(index) : undefined;
    if (row !== undefined) newest.set(idOf(row), row);
  }
  const rowAt = (index: number): Row | undefined => {
    const row = kept.rows.get(index);
    return row === undefined ? live.rowAt(index) : (newest.get(idOf(row)) ?? row);
  };
  const isOther = ([index, row]: [number, Row]): boolean => {
    const now = live.rowAt(index);
    return now !== undefined && idOf(now) !== idOf(row);
  };
  const more = live.total - kept.total;
  const isChanged = more !== 0 || [...kept.rows].some(isOther);
  return {
    rows: { ...live, total: kept.total, rowAt },
    waiting: isChanged ? Math.max(0, more) : null,
  };
}
