/** Lists of the rows of a draft that a screen shows, each in the order of the file. */
import type { DraftCheck } from '../../../../bridge/bulk.ts';

export type RowsOf = DraftCheck | 'to-send' | 'warned';
