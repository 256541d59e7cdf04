/** When the rows of a check are folded by what is said of them, instead of listed one by one. */
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import type { DraftRowsOf } from '../places.ts';
import { countOf } from './first-rows-of.ts';

/** Lists whose rows are there for what is said of them. */
export type FoldedState = Exclude<DraftRowsOf, 'to-send'>;

/** As many are taken in at a glance. */
const maxUnfolded = 20;

export const isFolded = (shown: DraftRowsOf, counts: BulkDraft['counts']): shown is FoldedState =>
  shown !== 'to-send' && countOf(counts, shown) > maxUnfolded;
