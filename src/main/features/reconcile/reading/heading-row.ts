/** Where the headings of a statement stand, and what separates them: banks write about the account above them. */
import { cellsBy, delimiters, firstRowsDelimiter } from '../../bulk/reading/csv-cells.ts';
import { type RawRow, widthOf } from '../../bulk/reading/table.ts';
import { namesColumns } from './columns.ts';

type Cells = Pick<RawRow, 'cells'>;

/** Rows that are looked at. */
export const maxRowsAbove = 50;
/** Those by which it is told what separates cells, and their characters. */
const mostTried = { rows: 1_000, characters: 200_000 };

/** The first row that names a date and an amount; else the first as wide as most rows, unless it has numbers. */
export const headingAt = (rows: readonly Cells[]): number => headingIn(rows)?.at ?? 0;

/**
 * Under which the headings are found. Where they are under several, the one under which they name a date and
 * an amount, then what the first row tells where that is the headings, then under which most rows below have as
 * many cells, then under which fewest stand above.
 */
export function delimiterOf(text: string): string {
  const begin = text.slice(0, mostTried.characters);
  const usual = firstRowsDelimiter(text);
  const found = delimiters.flatMap((delimiter) => {
    const rows = cellsBy(delimiter, begin, mostTried.rows)
      .data.map((cells) => ({ cells }))
      .filter(({ cells }) => widthOf(cells) > 0);
    const heading = headingIn(rows);
    const width = rows[heading?.at ?? 0]?.cells.length ?? 0;
    if (heading === null || width < 2) return [];
    const below = rows.slice(heading.at + 1);
    const alike = below.filter(({ cells }) => cells.length === width).length / below.length || 0;
    // The first row tells it where it is the headings.
    const isUsual = delimiter === usual && heading.at === 0;
    return [{ delimiter, isUsual, alike, ...heading }];
  });
  const [best] = found.sort(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) ||
      Number(other.isUsual) - Number(one.isUsual) ||
      other.alike - one.alike ||
      one.at - other.at,
  );
  return best?.delimiter ?? usual;
}

function headingIn(rows: readonly Cells[]): { readonly at: number; isNamed: boolean } | null {
  const named = rows.slice(0, maxRowsAbove).findIndex(({ cells }) => namesColumns(cells));
  if (named !== -1) return { at: named, isNamed: true };
  const usual = usualWidth(rows);
  const wide = rows.slice(0, maxRowsAbove).findIndex(({ cells }) => widthOf(cells) >= usual);
  const isOfNames = rows[wide]?.cells.every((cell) => !/^\W*\d/.test(cell)) === true;
  return isOfNames ? { at: wide, isNamed: false } : null;
}

/** The widest of those that are as frequent. */
function usualWidth(rows: readonly Cells[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(widthOf(cells), (counts.get(widthOf(cells)) ?? 0) + 1);
  const [usual] = [...counts].sort(
    ([one, first], [other, second]) => second - first || other - one,
  );
  return usual?.[0] ?? 0;
}
