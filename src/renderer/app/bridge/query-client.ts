/** Reads over the bridge: local and cheap, kept fresh by change notices and not by timers. */
import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';
import { BridgeLostError } from './reconnecting-link.ts';

/**
 * A read that found the bridge gone waits for the next one. One that found another profile open waits
 * until the page shows that, and ends with what showed it. Any other failure is an answer.
 */
export const shouldReadAgain = (failures: number, error: unknown): boolean =>
  failures < 3 && (error instanceof BridgeLostError || isOfOtherProfile(error));

const isOfOtherProfile = (error: unknown): boolean =>
  error instanceof ORPCError && error.data?.cause === 'other-profile';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The bridge is on this machine: being offline is no reason to pause.
        networkMode: 'always',
        retry: shouldReadAgain,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: 60_000,
      },
      // A write is never made again by itself.
      mutations: { networkMode: 'always', retry: false },
    },
  });
