/** Which states of rows a run offers to look at. */
import type { BulkRowState, BulkRun } from '../../../../bridge/bulk.ts';
import { rowStates } from '../places.ts';

export const countOfState = (counts: BulkRun['counts'], state: BulkRowState): number =>
  state === 'left-out' ? counts.leftOut : counts[state];

/** Those that have rows, and the one that is looked at. */
export const shownStates = (
  counts: BulkRun['counts'],
  looked: BulkRowState | null,
): BulkRowState[] =>
  rowStates.filter((state) => state === looked || countOfState(counts, state) > 0);
