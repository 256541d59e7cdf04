/** Rows of a draft, a page at a time. */
import type { BulkConfirmation, BulkDraft, DraftRow } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { pageSize } from '../../../components/table/page-size.ts';
import { type PagedRows, usePagedRows } from '../../../components/table/use-paged-rows.ts';
import type { DraftRowsOf } from '../places.ts';

export function useDraftRows(
  { id }: BulkDraft,
  standing: DraftRowsOf,
  asked: BulkConfirmation['kind'] | null = null,
): PagedRows<{ rows: DraftRow[]; total: number }> {
  const { queries } = useBridge();
  return usePagedRows((offset) =>
    queries.bulk.drafts.rows.queryOptions({
      input: { id, standing, asked, offset, limit: pageSize },
    }),
  );
}
