import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';

/** How many requests of colleagues' computers have no outcome that this one knows of. */
export function useColleaguesOpen(): number {
  const { queries } = useBridge();
  return useQuery(queries.team.colleagueRequests.queryOptions()).data?.open.length ?? 0;
}
