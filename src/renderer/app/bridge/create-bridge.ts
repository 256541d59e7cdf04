/** Builds the page's side of the bridge: link, client, queries, state, and the stream of changes. */
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { PageClock } from '../clock.ts';
import type { BridgeAccess, BridgeStatus } from './bridge-context.ts';
import { createInvalidator, type Invalidator } from './invalidation.ts';
import { createProfileAccess } from './profile-access.ts';
import { type BridgeState, createReconnectingLink } from './reconnecting-link.ts';
import type { Transport } from './transport.ts';
import { watchUpdates } from './watch-updates.ts';

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
