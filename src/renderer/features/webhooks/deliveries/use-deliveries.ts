/** Deliveries newest first, read on as the window nears the end of what was read. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DeliveryRow, ListDeliveriesInput } from '../../../../bridge/deliveries.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { createListView, type ViewOf } from '../../../stores/list-view.ts';
import { visitStore } from '../../../stores/made-once.ts';

export type DeliveriesView = Pick<ViewOf<ListDeliveriesInput>, 'webhookId' | 'verdict' | 'keeping'>;

const firstView: DeliveriesView = { webhookId: null, verdict: null, keeping: null };

export const useDeliveriesView = visitStore(() => createListView(firstView));

/** Rows a page (bridge: at most 200). */
const pageSize = 200;

/** The next page is read when the window comes this near to the end, in rows. */
const margin = 60;

export function useDeliveries(view: DeliveriesView) {
  const { queries } = useBridge();
  const query = useInfiniteQuery({
    ...queries.deliveries.list.infiniteOptions({
      input: (before: number | null) => ({ ...view, before, limit: pageSize }),
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
    }),
    placeholderData: keepPreviousData,
  });
  const rows: DeliveryRow[] = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const held = rows.length;
  const onRange = useCallback(
    (_from: number, to: number) => {
      if (hasNextPage && !isFetchingNextPage && to > held - margin) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, held],
  );
  return {
    isThere: query.data !== undefined,
    /** Those that were read, and a skeleton row while there are more. */
    total: held + (hasNextPage ? 1 : 0),
    rowAt: (index: number): DeliveryRow | undefined => rows[index],
    onRange,
    /** Stored, and can't be opened any more. */
    damaged: query.data?.pages[0]?.damaged ?? 0,
    error: query.error,
    isBehind: query.isPlaceholderData,
    refetch: query.refetch,
  };
}
