/** How far a run is, by what became of its rows. */
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';

type Counts = BulkRun['counts'];

/** Rows that were sent and came to an end, whichever. */
export const sentOf = ({ created, refused, unknown }: Counts): number =>
  created + refused + unknown;

/** Parts of the bar, in the order in which they stand, each with its width in percent. */
export function sharesOf(run: Pick<BulkRun, 'counts' | 'total'>): Share[] {
  const { counts, total } = run;
  if (total === 0) return [];
  return (['created', 'refused', 'unknown', 'sending'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => ({ state, percent: (counts[state] / total) * 100 }));
}

export interface Share {
  state: 'created' | 'refused' | 'unknown' | 'sending';
  percent: number;
}

/** Rows a second, with a decimal only where it tells something: `96`, `7.5`, `0.4`. */
export const formatFeeRate = (perSecond: number): string =>
  perSecond >= 10 ? groupedCount(Math.round(perSecond)) : String(Number(perSecond.toFixed(1)));
