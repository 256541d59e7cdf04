/** Which pages cover a window of rows. */

/** Rows a page of a list (bridge: at most 200). */
export const pageSize = 100;

/** Pages that hold the rows from…to and half a page before and after, inside the list. */
export function pagesNear(
  range: { from: number; to: number },
  total: number,
  pageSize: number,
): number[] {
  if (total === 0) return [];
  const margin = Math.floor(pageSize / 2);
  const lastPage = Math.floor((total - 1) / pageSize);
  const from = Math.max(0, Math.floor((range.from - margin) / pageSize));
  const to = Math.min(lastPage, Math.floor((range.to + margin) / pageSize));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
