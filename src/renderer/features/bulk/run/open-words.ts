/** What of a run needs someone, in a few words. */
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { bulkRunTexts } from '../run-texts.ts';

const texts = bulkRunTexts.open;

/** Empty when nothing does. */
export const openWords = ({ counts, mismatches }: Pick<BulkRun, 'counts' | 'mismatches'>): string =>
  [
    mismatches === 0 ? null : texts.mismatches(mismatches),
    counts.unknown === 0 ? null : texts.unknown(counts.unknown),
    counts.refused === 0 ? null : texts.refused(counts.refused),
  ]
    .filter((part) => part !== null)
    .join(' · ');
