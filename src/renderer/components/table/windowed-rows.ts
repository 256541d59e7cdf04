/** The rows of a long list as the window asks for them: they may be held, or read a page at a time. */
export interface WindowedRows<Row> {
  total: number;
  rowAt: (index: number) => Row | undefined;
  /** Tells which rows the window shows. */
  onRange: (from: number, to: number) => void;
  /** Shows rows of the query before, while those of this one are read. */
  isBehind: boolean;
}

/** Rows that are all held: where the window stands is of no matter. */
export const heldRows = <Row>(rows: readonly Row[]): WindowedRows<Row> => ({
  total: rows.length,
  rowAt: (index) => rows[index],
  onRange: ignoreRange,
  isBehind: false,
});

const ignoreRange = (): void => {};
