/** Builds the page's side of the bridge: link, client, queries, state, and the stream of changes. */
import {
  type ClientContext,
  type ClientLink,
  createORPCClient,
  getEventMeta,
  ORPCError,
} from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../../bridge/contract.ts';
import { areasOfInstallation } from '../../../bridge/transport.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import type { PageClock } from '../clock.ts';
import type { BridgeAccess, BridgeQueries, BridgeStatus } from './bridge-context.ts';
import { createInvalidator, type Invalidator } from './invalidation.ts';
import { visitOf } from './query-keys.ts';
import { BridgeLostError, type BridgeState, createReconnectingLink } from './reconnecting-link.ts';
import type { LineContext, Transport } from './transport.ts';

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface CreateBridgeOptions {
  transport: Transport;
  queryClient: QueryClient;
  clock: PageClock;
}

export interface PageBridge extends BridgeAccess, Pick<Invalidator, 'readAgain'> {
  dispose(): void;
}

export function createBridge(options: CreateBridgeOptions): PageBridge {
  const { transport, queryClient, clock } = options;
  const status = createStore<BridgeStatus>(() => ({ state: 'connecting', lostAt: null }));
  const stop = new AbortController();

  const onState = (state: BridgeState): void => {
    const { state: before } = status.getState();
    status.setState({ state, lostAt: state === 'connected' ? null : clock() });
    // What was read before the gap may be old, and what failed in it can be read now.
    if (state === 'connected' && before !== 'connecting') void queryClient.invalidateQueries();
  };

  const link = createReconnectingLink({ transport, onState, wait });
  const access = createProfileAccess(link, status);
  const { onNotice, readAgain } = createInvalidator({
    client: queryClient,
    later: (task, milliseconds) => setTimeout(task, milliseconds),
  });

  link.start();
  void watchUpdates({ watch: access.bridge.updates.watch, onNotice, wait, signal: stop.signal });

  return {
    ...access,
    readAgain,
    dispose: () => {
      // First the line, so that nothing is cancelled over a line that is closing.
      link.dispose();
      stop.abort();
    },
  };
}

/** The bridge for one profile after another: each call names its profile, each key its visit. */
export function createProfileAccess(
  link: ClientLink<ClientContext>,
  status: BridgeAccess['status'],
): BridgeAccess {
  let count = 0;
  let visited: { profileId: string; access: BridgeAccess } | null = null;
  const leave = (): void => {
    visited = null;
  };
  const of = (profileId: string): BridgeAccess => {
    if (visited?.profileId === profileId) return visited.access;
    count += 1;
    const bridge: Bridge = createORPCClient(naming(link, profileId));
    const queries = queriesOf(bridge, visitOf(profileId, count));
    visited = { profileId, access: { bridge, queries, status, of, leave } };
    return visited.access;
  };
  const bridge: Bridge = createORPCClient(link);
  return { bridge, queries: createTanstackQueryUtils(bridge), status, of, leave };
}

function naming(link: ClientLink<ClientContext>, profileId: string): ClientLink<ClientContext> {
  const context: LineContext = { profileId };
  return { call: (path, input, options) => link.call(path, input, { ...options, context }) };
}

/** What is of the installation is the same in every visit. */
function queriesOf(bridge: Bridge, visit: string): BridgeQueries {
  const shared = createTanstackQueryUtils(bridge);
  return new Proxy(createTanstackQueryUtils(bridge, { path: [visit] }), {
    get: (own, area) =>
      Reflect.get(areasOfInstallation.includes(String(area)) ? shared : own, area),
  });
}

interface WatchUpdatesOptions {
  watch: Bridge['updates']['watch'];
  onNotice: (notice: UpdateNotice) => void;
  wait: (milliseconds: number) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Resumes after the last notice that was seen, so that main can hand over what was missed. The greeting
 * tells nothing else: whatever the page reads is asked for behind the watch.
 */
export async function watchUpdates(options: WatchUpdatesOptions): Promise<void> {
  const { watch, onNotice, wait, signal } = options;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    try {
      const notices = await watch(undefined, { signal, lastEventId });
      for await (const notice of notices) {
        const isGreeting = lastEventId === undefined && notice.topic === 'connection';
        lastEventId = getEventMeta(notice)?.id ?? lastEventId;
        if (!isGreeting) onNotice(notice);
      }
    } catch {
      // The link says in the frame when the connection is gone; here it is only taken up again.
    }
    if (!signal.aborted) await wait(250);
  }
}

/**
 * A read that found the bridge gone waits for the next one. One that found another profile open waits
 * until the page shows that, and ends with what showed it. Any other failure is an answer.
 */
export const shouldReadAgain = (failures: number, error: unknown): boolean =>
  failures < 3 && (error instanceof BridgeLostError || isOfOtherProfile(error));

const isOfOtherProfile = (error: unknown): boolean =>
  error instanceof ORPCError && error.data?.cause === 'other-profile';

/** Reads over the bridge: local and cheap, kept fresh by change notices and not by timers. */
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
