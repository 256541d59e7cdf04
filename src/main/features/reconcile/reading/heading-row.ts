/** Where the headings of a statement stand: banks write about the account above them. */
import { type RawRow, widthOf } from '../../bulk/reading/table.ts';
import { namesColumns } from './columns.ts';

/** Rows that are looked at. */
const MOST_ABOVE = 50;

/** The first row that names a date and an amount; else the first as wide as most rows, unless it has numbers. */
export function headingAt(rows: readonly RawRow[]): number {
  const named = rows.slice(0, MOST_ABOVE).findIndex(({ cells }) => namesColumns(cells));
  if (named !== -1) return named;
  const usual = usualWidth(rows);
  const wide = rows.slice(0, MOST_ABOVE).findIndex(({ cells }) => widthOf(cells) >= usual);
  const isOfNames = rows[wide]?.cells.every((cell) => !/^\W*\d/.test(cell)) === true;
  return isOfNames ? wide : 0;
}

/** The widest of those that are as frequent. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(widthOf(cells), (counts.get(widthOf(cells)) ?? 0) + 1);
  const [usual] = [...counts].sort(
    ([one, first], [other, second]) => second - first || other - one,
  );
  return usual?.[0] ?? 0;
}
