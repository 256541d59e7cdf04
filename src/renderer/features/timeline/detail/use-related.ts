/** Events around one: those that came with it, and older ones page by page when they are asked for. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TimelineDetail, TimelineRow } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { hasOlder, keyOfNext, relatedRows } from './related-pages.ts';

export interface RelatedEvents {
  /** Newest first, each once, without a hole. */
  readonly rows: readonly TimelineRow[];
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly readOlder: () => void;
}

/** Of one event: another one begins anew. */
export function useRelated(event: TimelineDetail, knownAt: string | null): RelatedEvents {
  const { queries } = useBridge();
  const { eventId, isApart, related, hasOlderRelated } = event;
  const [begun, setBegun] = useState<readonly TimelineRow[] | null>(null);
  const older = useInfiniteQuery({
    ...queries.timeline.related.infiniteOptions({
      input: (before: number) => ({ eventId, isApart, knownAt, before }),
      initialPageParam: begun?.at(-1)?.key ?? 0,
      getNextPageParam: keyOfNext,
    }),
    enabled: begun !== null,
  });
  const pages = older.data?.pages;
  const parts = useMemo(
    () => ({ related, hasOlderRelated, begun, pages }),
    [related, hasOlderRelated, begun, pages],
  );
  return {
    rows: useMemo(() => relatedRows(parts), [parts]),
    hasOlder: hasOlder(parts),
    isReading: older.isFetching,
    error: older.error,
    readOlder: () => {
      if (begun === null) setBegun(related);
      else if (pages === undefined) void older.refetch();
      else void older.fetchNextPage();
    },
  };
}
