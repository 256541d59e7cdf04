/** The first row of the file: names of the columns, or a row as the others. */
import { NativeSelect } from '@mantine/core';
import type { BulkDraft, BulkFirstRow } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { Notice } from '../../../components/notice.tsx';
import { bulkTexts } from '../texts.ts';
import classes from './draft.module.css';

const texts = bulkTexts.columns.firstRow;
const ways = ['names', 'data'] as const satisfies readonly BulkFirstRow[];

export interface FirstRowProps {
  draft: BulkDraft;
  isBusy: boolean;
  onTake: (as: BulkFirstRow) => void;
}

export function FirstRow({ draft: { firstRow }, isBusy, onTake }: FirstRowProps) {
  if (firstRow === null) return null;
  return (
    <NativeSelect
      className={classes['select'] ?? ''}
      size="xs"
      label={texts.label(groupedCount(firstRow.row))}
      value={firstRow.is}
      // Still in reach of the keyboard while the last choice is taken.
      aria-busy={isBusy}
      data={ways.map((way) => ({ value: way, label: texts.ways[way] }))}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onTake(ways.find((way) => way === chosen) ?? 'names');
      }}
    />
  );
}

/** Said where the first row looks like data: it is sent without a name for its columns, or not sent. */
export function FirstRowNotice({ draft: { firstRow } }: Pick<FirstRowProps, 'draft'>) {
  if (firstRow === null || firstRow.looksLike === 'names') return null;
  const row = groupedCount(firstRow.row);
  const isLost = firstRow.is === 'names';
  return (
    <Notice
      tone={isLost ? 'amber' : 'grey'}
      role="status"
      title={isLost ? texts.notSent(row) : texts.taken(row)}
    >
      {isLost ? texts.notSentBody : texts.takenBody}
    </Notice>
  );
}
