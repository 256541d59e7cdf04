import { useQuery } from '@tanstack/react-query';
import type { WebhookReachability } from '../../bridge/webhooks.ts';
import { useBridge } from '../app/bridge/bridge-context.ts';

/** How webhooks reach the team's relay, by the first of them; undefined where none does. */
export function useRelayRoute(): WebhookReachability | undefined {
  const { queries } = useBridge();
  const { data } = useQuery(queries.webhooks.list.queryOptions());
  return data?.rows.map(({ wayIn }) => wayIn).find(({ kind }) => kind === 'team-relay');
}

/** Whether the team has a relay that a webhook can be sent to, also before the first webhook. */
export function useHasRelay(): boolean {
  const { queries } = useBridge();
  const { data } = useQuery(queries.team.get.queryOptions());
  return data?.team?.members.some(({ url }) => url !== null) ?? false;
}
