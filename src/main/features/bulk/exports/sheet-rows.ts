/** Rows on their way into a file, whatever its format. */
import type { Cell } from '../../../core/exports/csv-lines.ts';

type Rows = readonly (readonly Cell[])[];
export type PartsNow = Iterable<Rows>;
export type PartsInTime = AsyncIterable<Rows>;

export interface RowSource<Parts = PartsNow | PartsInTime> {
  readonly headings: readonly string[];
  /** How many rows there will be. */
  readonly total: number;
  /** Parts of a few hundred rows. */
  readonly parts: () => Parts;
  /** A second sheet of an XLSX file; left out of CSV. */
  readonly notes: Rows;
}
