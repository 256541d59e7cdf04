/** Rows of a draft, a page at a time. */
import type { BulkConfirmation, BulkDraft, DraftRow, IssueKind } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { pageSize } from '../../../components/table/paging.ts';
import { type PagedRows, usePagedRows } from '../../../components/table/use-paged-rows.ts';
import type { DraftRowsOf } from '../places.ts';

export interface RowsAbout {
  /** Those that a question is about; null: all. */
  asked?: BulkConfirmation['kind'] | null;
  /** Those that something is said of; null: all. */
  remark?: IssueKind | null;
}

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
