/** What the list of a check shows of a row, by why it is shown. */
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkDraft, DraftRow } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { StatusMark } from '../../../components/status-mark.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { toFailure } from '../../../format/failures.ts';
import type { DraftRowsOf } from '../places.ts';
import { RowIssues } from '../rows/row-issues.tsx';
import { RowNumber } from '../rows/row-number.tsx';
import { RowValues } from '../rows/row-values.tsx';
import rows from '../rows/rows.module.css';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import { useCorrecting } from './correcting-rows.tsx';

const texts = bulkTexts.check;
const correctTexts = bulkTexts.check.correct;

export function useDraftColumns(
  { id, kind }: Pick<BulkDraft, 'id' | 'kind'>,
  shown: DraftRowsOf,
): readonly Column<DraftRow>[] {
  const number: Column<DraftRow> = {
    key: 'row',
    header: texts.row,
    track: '72px',
    isPlain: true,
    render: ({ row }) => <RowNumber row={row} />,
  };
  const content: Column<DraftRow> = {
    key: 'content',
    header: texts.content,
    track: shown === 'to-send' ? 'minmax(0, 2fr)' : 'minmax(0, 1.2fr)',
    render: (row) => <RowValues kind={kind} values={row.values} customerName={row.customerName} />,
  };
  const remarks: Column<DraftRow> = {
    key: 'remarks',
    header: shown === 'bad' ? texts.problem : texts.found,
    track: 'minmax(0, 1fr)',
    render: (row) => (
      <>
        <RowIssues
          kind={kind}
          // Which fields were corrected is said below.
          remarks={row.remarks.filter(({ code }) => code !== 'row.corrected')}
        />
        <CorrectRow row={row} />
        {row.standing === 'duplicate' && <IncludeRow draftId={id} row={row} />}
      </>
    ),
  };
  return shown === 'bad' ? [number, remarks, content] : [number, content, remarks];
}

/** A row that can't be sent, or was corrected before: the way to correct it, and what was. */
function CorrectRow({ row }: { row: DraftRow }) {
  const correct = useCorrecting();
  const isCorrected = row.corrected.length > 0;
  if (row.standing !== 'bad' && !isCorrected) return null;
  return (
    <div className={rows['correct']}>
      {isCorrected && (
        <StatusMark tone="amber">
          {correctTexts.corrected(row.corrected.map(bulkFieldLabel))}
        </StatusMark>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={correctTexts.openRow(groupedCount(row.row))}
        onClick={() => correct(row)}
      >
        {isCorrected ? correctTexts.openAgain : correctTexts.open}
      </Button>
    </div>
  );
}

/** One duplicate: sent all the same, or left out. */
function IncludeRow({ draftId, row }: { draftId: string; row: DraftRow }) {
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

/** Includes duplicates, or leaves them out again. */
export function useInclude() {
  const { queries } = useBridge();
  const client = useQueryClient();
  return useMutation(
    queries.bulk.drafts.include.mutationOptions({
      onSuccess: (draft) => {
        client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: draft.id } }), draft);
        return client.invalidateQueries({ queryKey: queries.bulk.drafts.rows.key() });
      },
    }),
  );
}
