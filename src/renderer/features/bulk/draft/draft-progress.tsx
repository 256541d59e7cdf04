/** How far reading or checking is. */
import { Progress } from '@mantine/core';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../format/words.ts';
import bulk from '../bulk.module.css';
import { bulkTexts } from '../texts.ts';

const texts = bulkTexts.draft;

export function DraftProgress({ draft }: { draft: Pick<BulkDraft, 'status' | 'done' | 'total'> }) {
  const { status, done, total } = draft;
  const isCounted = status === 'checking' && total > 0;
  const words = isCounted ? texts.checking(groupedCount(done), groupedCount(total)) : texts.reading;
  return (
    <div className={bulk['progress']} role="status">
      <span>{words}</span>
      <Progress
        value={isCounted ? (done / total) * 100 : 100}
        animated={!isCounted}
        aria-label={words}
      />
    </div>
  );
}
