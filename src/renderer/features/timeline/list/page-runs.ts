/** Pages of the list and how they are read: those beside each other at once. */

/** Rows of one page (bridge: at most 200): a window of them and some more. Pages held at most. */
export const pageRows = 50;
export const heldPages = 12;

export interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Reads `limit` rows from `offset` on. */
export type LoadRows<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<LoadedPage<Row>>;

/** Whether a page holds any of these rows. */
export const isIn = (range: { from: number; to: number }, page: number): boolean =>
  (page + 1) * pageRows > range.from && page * pageRows <= range.to;

/** Rows that are read at once (bridge: at most 200). */
const maxAtOnce = 200 / pageRows;

/** Pages beside each other, which one reading brings. */
export function runsOf(pages: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.at(-1) === page - 1 && run.length < maxAtOnce) run.push(page);
    else runs.push([page]);
  }
  return runs;
}

/** One reading, cut into its pages; those past its end are empty. */
export async function readRun<Row>(
  load: LoadRows<Row>,
  run: readonly number[],
  signal: AbortSignal,
): Promise<(readonly [number, LoadedPage<Row>])[]> {
  const { rows, hasMore } = await load((run[0] ?? 0) * pageRows, run.length * pageRows, signal);
  return run.map((page, at) => {
    const end = (at + 1) * pageRows;
    const own = rows.slice(at * pageRows, end);
    return [page, { rows: own, hasMore: hasMore || rows.length > end }] as const;
  });
}
