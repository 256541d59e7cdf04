/** How many rows came to an end a second, over the last ten seconds. */

const SPAN_MS = 10_000;

export interface RecentRate {
  add(now: number, rows: number): void;
  /** null before anything can be said. */
  perSecond(now: number): number | null;
}

export function createRecentRate(start: number): RecentRate {
  let ends: { readonly at: number; readonly rows: number }[] = [];
  return {
    add(now, rows) {
      if (rows > 0) ends.push({ at: now, rows });
      if (ends.length > 1_000) ends = ends.filter(({ at }) => at > now - SPAN_MS);
    },
    perSecond(now) {
      ends = ends.filter(({ at }) => at > now - SPAN_MS);
      const span = Math.min(SPAN_MS, now - start);
      if (span < 500) return null;
      return ends.reduce((sum, { rows }) => sum + rows, 0) / (span / 1_000);
    },
  };
}
