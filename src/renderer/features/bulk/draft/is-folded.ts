/** Which rows a check shows first, and when they are folded by what is said of them, instead of listed one by one. */
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import type { DraftRowsOf } from '../places.ts';

/** Rows of a draft by what is shown together. */
export const countOf = (counts: BulkDraft['counts'], rows: DraftRowsOf): number =>
  ({
    bad: counts.bad,
    duplicate: counts.duplicate,
    hidden: counts.hidden,
    warned: counts.warned,
    'to-send': counts.toSend,
  })[rows];

/** What keeps the most from being sent. */
export function firstRowsOf(counts: BulkDraft['counts']): DraftRowsOf {
  const order: readonly DraftRowsOf[] = ['bad', 'duplicate', 'hidden', 'warned'];
  return order.find((rows) => countOf(counts, rows) > 0) ?? 'to-send';
}

/** Lists whose rows are there for what is said of them. */
export type FoldedState = Exclude<DraftRowsOf, 'to-send'>;

/** As many are taken in at a glance. */
const maxUnfolded = 20;

export const isFolded = (shown: DraftRowsOf, counts: BulkDraft['counts']): shown is FoldedState =>
  shown !== 'to-send' && countOf(counts, shown) > maxUnfolded;
