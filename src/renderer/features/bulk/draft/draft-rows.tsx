/** Rows of a check, one by one: all of a list, or those that something is said of. */
import type { BulkDraft, IssueKind } from '../../../../bridge/bulk.ts';
import type { DraftRowsOf } from '../places.ts';
import { ShownRows } from '../rows/shown-rows.tsx';
import { bulkTexts } from '../texts.ts';
import { useDraftColumns } from './draft-columns.tsx';
import { useDraftRows } from './use-draft-rows.ts';

const texts = bulkTexts.check;

export interface DraftRowsProps {
  draft: BulkDraft;
  shown: DraftRowsOf;
  /** null: all of the list. */
  remark: IssueKind | null;
}

export function DraftRows({ draft, shown, remark }: DraftRowsProps) {
  const paged = useDraftRows(draft, shown, { remark });
  const columns = useDraftColumns(draft, shown);
  return (
    <ShownRows
      label={texts.standings[shown]}
      columns={columns}
      paged={paged}
      listKey={shown}
      none={texts.none[shown]}
    />
  );
}
