/** What the frame shows all the time: profile, service, vault. undefined before the first answer. */
import { useQuery } from '@tanstack/react-query';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { useBridge } from '../bridge/bridge-context.ts';

export function useConnection(): ConnectionView | undefined {
  const { queries } = useBridge();
  return useQuery(queries.connection.get.queryOptions()).data;
}

/** Whether nothing of the profile that is shown can be sent to the service. False before the first answer. */
export const useIsReviewer = (): boolean => (useConnection()?.mode ?? 'full') !== 'full';
