/**
 * Columns of a list. Those that do not fit are left out, the least important first. Without `Sort` a
 * list has one order.
 */
import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string = never> {
  key: string;
  header: string;
  /** Sorts by this when its header is pressed. */
  sort?: Sort;
  /** A track of CSS grid: `minmax(120px, 2fr)`. */
  track: string;
  /** Left out in a list narrower than this, in pixels beside its scrollbar: with 16 between columns and 48 around. */
  from?: number;
  align?: 'end';
  /** Holds something to press, so it is no link to the record; its header is for screen readers. */
  isControl?: boolean;
  /** It names nobody and no amount: the privacy veil leaves it readable. */
  isPlain?: boolean;
  render: (row: Row) => ReactNode;
}

/** The columns that a list of that width shows. Before it is measured, width is 0 and all are shown. */
export const columnsFor = <C extends { from?: number }>(
  columns: readonly C[],
  width: number,
): C[] => columns.filter((column) => width === 0 || width >= (column.from ?? 0));
