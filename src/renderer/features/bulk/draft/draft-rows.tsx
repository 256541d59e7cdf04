/** Rows of a check, one by one: all of a list, or those that something is said of. */
import type { BulkConfirmation, BulkDraft, DraftRow, IssueKind } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { pageSize } from '../../../components/table/paging.ts';
import { type PagedRows, usePagedRows } from '../../../components/table/use-paged-rows.ts';
import type { DraftRowsOf } from '../places.ts';
import { ShownRows } from '../rows/shown-rows.tsx';
import { bulkTexts } from '../texts.ts';
import { useDraftColumns } from './draft-columns.tsx';

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

interface RowsAbout {
  /** Those that a question is about; null: all. */
  asked?: BulkConfirmation['kind'] | null;
  /** Those that something is said of; null: all. */
  remark?: IssueKind | null;
}

/** Rows of a draft, a page at a time. */
export function useDraftRows(
  { id }: BulkDraft,
  standing: DraftRowsOf,
  { asked = null, remark = null }: RowsAbout,
): PagedRows<{ rows: DraftRow[]; total: number }> {
  const { queries } = useBridge();
  return usePagedRows((offset) =>
    queries.bulk.drafts.rows.queryOptions({
      input: { id, standing, asked, remark, offset, limit: pageSize },
    }),
  );
}
