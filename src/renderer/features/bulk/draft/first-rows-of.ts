/** Which rows a check shows first: what keeps the most from being sent. */
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

export function firstRowsOf(counts: BulkDraft['counts']): DraftRowsOf {
  const order: readonly DraftRowsOf[] = ['bad', 'duplicate', 'hidden', 'warned'];
  return order.find((rows) => countOf(counts, rows) > 0) ?? 'to-send';
}
