/** What the list of a check shows of a row, by why it is shown. */

import type { BulkDraft, DraftRow } from '../../../../bridge/bulk.ts';
import type { Column } from '../../../components/table/columns.ts';
import type { DraftRowsOf } from '../places.ts';
import { RowIssues } from '../rows/row-issues.tsx';
import { RowNumber } from '../rows/row-number.tsx';
import { RowValues } from '../rows/row-values.tsx';
import { bulkTexts } from '../texts.ts';
import { CorrectRow } from './correct-row.tsx';
import { IncludeRow } from './include-row.tsx';

const texts = bulkTexts.check;

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
