/** Rows on their way into a file, whatever its format. */
import type { Cell } from '../../../core/exports/csv-lines.ts';

export interface RowSource {
  readonly headings: readonly string[];
  /** How many rows there will be. */
  readonly total: number;
  /** Parts of a few hundred rows. */
  readonly parts: () => Iterable<readonly (readonly Cell[])[]>;
  /** A second sheet of an XLSX file; left out of CSV. */
  readonly notes: readonly (readonly Cell[])[];
}
