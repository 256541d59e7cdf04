/** What React knows the rows in the page by. */

/**
 * A record's ID where it stands first; its place where it stands again, or is not read yet. Two pages of
 * a list are read at two moments, so the same record may stand in both; of two rows with one key React
 * leaves one in the page for good.
 */
export function rowKeys<Row>(
  places: readonly number[],
  rowAt: (index: number) => Row | undefined,
  idOf: (row: Row) => string,
): string[] {
  const seen = new Set<string>();
  return places.map((index) => {
    const row = rowAt(index);
    const id = row === undefined ? null : idOf(row);
    // An ID may be a number.
    if (id === null || seen.has(id)) return `place ${index}`;
    seen.add(id);
    return id;
  });
}
