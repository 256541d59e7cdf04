/** One duplicate: sent all the same, or left out. */
import { Checkbox } from '@mantine/core';
import type { DraftRow } from '../../../../bridge/bulk.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import { toFailure } from '../../../format/failures.ts';
import { groupedCount } from '../../../format/words.ts';
import rows from '../rows/rows.module.css';
import { bulkTexts } from '../texts.ts';
import { useInclude } from './use-include.ts';

const texts = bulkTexts.check;

export function IncludeRow({ draftId, row }: { draftId: string; row: DraftRow }) {
  const include = useInclude();
  return (
    <div className={rows['include']}>
      <Checkbox
        size="xs"
        label={texts.includeShort}
        aria-label={texts.include(groupedCount(row.row))}
        checked={row.isIncluded}
        onChange={(event) =>
          include.mutate({ id: draftId, rows: [row.row], included: event.currentTarget.checked })
        }
      />
      {include.error !== null && (
        <span role="alert">
          <StatusMark tone="red">{toFailure(include.error).sentence}</StatusMark>
        </span>
      )}
    </div>
  );
}
