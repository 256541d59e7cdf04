/** A list that may change while it is read page by page: whole, as it was at one time, or not at all. */
import { nextTurn } from '../../../platform/slices.ts';

interface Listed {
  readonly id: string | number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** null: what is listed changed meanwhile. */
type PageAt<Row> = (offset: number, limit: number) => Promise<Page<Row> | null>;

/** Rows of one page. */
const PAGE = 200;
const TRIES = 3;

/**
 * Each page is asked for with the last row of the one before: where a row went from before it, another one would be
 * passed over, and the count would still be right. Ends with null where rows moved or are not those that are counted.
 */
export async function* pagesOf<Row extends Listed>(
  page: PageAt<Row>,
): AsyncGenerator<Page<Row> | null, void, void> {
  const ids = new Set<string | number>();
  let last: Row | null = null;
  for (;;) {
    const part: Page<Row> | null = await page(Math.max(0, ids.size - 1), PAGE);
    if (part === null) break;
    const { rows, total } = part;
    const more: readonly Row[] = last === null ? rows : rows.slice(1);
    if (!isNext(rows, last)) break;
    const before = ids.size;
    for (const { id } of more) ids.add(id);
    yield { rows: more, total };
    last = more.at(-1) ?? last;
    if (ids.size === total) return;
    if (ids.size > total || more.length === 0 || ids.size < before + more.length) break;
    // Somebody else gets a turn.
    await nextTurn();
  }
  yield null;
}

const isNext = (rows: readonly Listed[], last: Listed | null): boolean =>
  last === null || rows[0]?.id === last.id;

/** Read again where it changed meanwhile; throws `unsettled` where it changed every time. */
export async function wholeList<Row extends Listed>(
  page: PageAt<Row>,
  unsettled: () => Error,
): Promise<Row[]> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const rows: Row[] = [];
    let isWhole = true;
    for await (const part of pagesOf(page)) {
      if (part === null) isWhole = false;
      else rows.push(...part.rows);
    }
    if (isWhole) return rows;
  }
  throw unsettled();
}
