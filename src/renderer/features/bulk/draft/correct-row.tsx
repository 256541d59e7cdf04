/** A row that can't be sent, or was corrected before: the way to correct it, and what was. */
import { Button } from '@mantine/core';
import type { DraftRow } from '../../../../bridge/bulk.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import { groupedCount } from '../../../format/words.ts';
import rows from '../rows/rows.module.css';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import { useCorrecting } from './correcting-rows.tsx';

const texts = bulkTexts.check.correct;

export function CorrectRow({ row }: { row: DraftRow }) {
  const correct = useCorrecting();
  const isCorrected = row.corrected.length > 0;
  if (row.standing !== 'bad' && !isCorrected) return null;
  return (
    <div className={rows['correct']}>
      {isCorrected && (
        <StatusMark tone="amber">{texts.corrected(row.corrected.map(bulkFieldLabel))}</StatusMark>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.openRow(groupedCount(row.row))}
        onClick={() => correct(row)}
      >
        {isCorrected ? texts.openAgain : texts.open}
      </Button>
    </div>
  );
}
