/** Trees of a damaged database, as far as anything leads to their pages. */
import type { Cell, TreePages } from './tree-pages.ts';

/** Roots of tables and indexes, by their names. */
export type Roots = ReadonlyMap<string, number>;

/** Goes through a tree; whether a page of it is lost. Root 0: nothing is known of it. */
export function reach(
  pages: TreePages,
  root: number,
  seen: Set<number>,
  take: (cell: Cell) => void,
): boolean {
  let isCut = root === 0;
  const left = root === 0 ? [] : [root];
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    if (seen.has(page)) continue;
    const read = pages.read(page);
    if (read === null) {
      isCut = true;
      continue;
    }
    seen.add(page);
    read.cells.forEach(take);
    left.push(...read.children.toReversed());
  }
  return isCut;
}

/** What the schema of the damaged database says, as far as it can be read. */
export function readRoots(pages: TreePages): Roots {
  const roots = new Map<string, number>();
  const take = ({ values }: Cell): void => {
    const [type, name, table, root, sql] = values ?? [];
    const isRow =
      values?.length === 5 &&
      (type === 'table' || type === 'index') &&
      typeof table === 'string' &&
      (sql === null || typeof sql === 'string');
    if (isRow && typeof name === 'string' && typeof root === 'bigint' && root > 0n)
      roots.set(name, Number(root));
  };
  const seen = new Set<number>();
  const isCut = reach(pages, 1, seen, take);
  if (!isCut) return roots;
  // Its rows are told from all others by their first column.
  for (let page = 2; page <= pages.count; page += 1) {
    if (!seen.has(page)) pages.read(page)?.cells.forEach(take);
  }
  return roots;
}

/** Rows of a small table. */
export function rowsOf(pages: TreePages, roots: Roots, table: string): readonly Cell[] {
  const cells: Cell[] = [];
  reach(pages, roots.get(table) ?? 0, new Set(), (cell) => cells.push(cell));
  return cells;
}
