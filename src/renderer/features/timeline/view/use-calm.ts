/**
 * A read that costs something, made again at most every second and a half however often its subject
 * changes: change notices would have it made several times a second.
 */
import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBridge } from '../../../app/bridge/bridge-context.ts';

const calm = 1_500;

/**
 * @param changedAt when the subject changed last, in milliseconds
 */
export function useCalm<Data>(
  options: { queryKey: QueryKey; queryFn: QueryFunction<Data> },
  changedAt: number,
): UseQueryResult<Data> {
  const { queries } = useBridge();
  const profile = useQuery(queries.connection.get.queryOptions()).data?.profileId ?? null;
  const { queryFn } = options;
  const query = useQuery({
    // A key of its own is out of reach of change notices; nothing is shown under another profile.
    queryKey: ['calm', profile, ...options.queryKey],
    queryFn: async (context) => await queryFn({ ...context, queryKey: options.queryKey }),
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  const seen = useRef(changedAt);
  const newest = useRef(changedAt);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = changedAt;
    if (seen.current === changedAt || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      seen.current = newest.current;
      void refetch();
    }, calm);
  }, [changedAt, refetch]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return query as UseQueryResult<Data>;
}
