/**
 * What there is to know before a place is taken. Asking for it proves the open tunnels on the path of
 * the new webhook, so it stands outside of the areas that change notices refresh: a proof makes such a
 * notice, and would ask for itself for ever.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import type { Attempt } from '../../../stores/drafts.ts';

/** It was sent and no usable answer came: it is never offered again by itself (decisions 30). */
export const isOutcomeUnknown = (attempt: Attempt): boolean =>
  attempt.state === 'failed' && attempt.failure.code === 'UNKNOWN_OUTCOME';

/** Nothing was sent because of the address: it became another's, or nothing arrives there any more. */
export const isUrlRefused = (attempt: Attempt): boolean =>
  attempt.state === 'failed' && ['INVALID', 'NOT_SENT'].includes(attempt.failure.code);

export function usePreparation(profileId: string, attempt: Attempt) {
  const { bridge, queries } = useBridge();
  const preparation = useQuery({
    queryKey: ['webhook-preparation', profileId],
    queryFn: () => bridge.webhooks.prepare(),
    gcTime: 0,
  });
  const tunnels = useQuery(queries.tunnels.list.queryOptions());
  const asked = useRef(new Set<string>());
  const { data, isFetching, refetch } = preparation;
  const rows = tunnels.data?.rows;
  // A tunnel that came up after the form opened is asked for, once for each address that it has.
  useEffect(() => {
    if (data === undefined || rows === undefined || isFetching) return;
    const isOffered = (id: string) =>
      data.addresses.some((address) => address.tunnelId === id && address.state === 'proven');
    const fresh = rows
      .filter(({ id, state }) => state === 'proven' && !isOffered(id))
      .map(({ id, publicOrigin }) => `${id} ${publicOrigin}`)
      .filter((key) => !asked.current.has(key));
    if (fresh.length === 0) return;
    for (const key of fresh) asked.current.add(key);
    void refetch();
  }, [data, rows, isFetching, refetch]);
  // What is offered is of before the attempt, and led it astray.
  const isRefused = isUrlRefused(attempt);
  useEffect(() => {
    if (isRefused) void refetch({ cancelRefetch: false });
  }, [isRefused, refetch]);
  return preparation;
}

export type Preparation = ReturnType<typeof usePreparation>;
