/** The bridge for one profile after another: each call names its profile, each key its visit. */
import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Bridge } from '../../../bridge/contract.ts';
import { areasOfInstallation } from '../../../bridge/transport.ts';
import type { BridgeAccess, BridgeQueries } from './bridge-context.ts';
import { visitOf } from './query-keys.ts';
import type { LineContext } from './transport.ts';

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
