/**
 * What begins before the page's own code is there: the line to main and the first reads. A file of
 * its own that the page loads beside the rest (electron.vite.config.ts), so it may import neither
 * React nor anything that is rendered.
 */
import type { QueryClient } from '@tanstack/react-query';
import { recordPage } from '../components/record-list/record-page.ts';
import { firstView } from '../features/customers/first-view.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { onboardingPaths } from '../features/onboarding/paths.ts';
import { overviewPaths } from '../features/overview/paths.ts';
import { barsOf, movedInput, periodAt } from '../features/overview/period.ts';
import { admission } from './admission.ts';
import type { BridgeAccess } from './bridge/bridge-context.ts';
import { chooseTransport } from './bridge/choose-transport.ts';
import { createBridge, createQueryClient, type PageBridge } from './bridge/create-bridge.ts';
import { systemClock } from './clock.ts';
import type { PageEnvironment } from './environment/environment-context.ts';
import { mintIntentKey } from './environment/intent-key.ts';
import { isWithin, splitFragment } from './fragment.ts';

export interface Opening {
  access: PageBridge;
  queryClient: QueryClient;
  environment: PageEnvironment;
}

/**
 * How long the first render waits for what the gate asks, in milliseconds. With it the frame is made
 * once and not twice; until then nothing would be seen of it (gate.module.css).
 */
const patience = 200;

/** null: as of chooseTransport. */
async function open(page: Window): Promise<Opening | null> {
  const transport = chooseTransport(page, await admission);
  if (transport === null) return null;
  const environment = {
    clock: systemClock,
    mintIntentKey: () => mintIntentKey(crypto),
    storage: page.localStorage,
    window: page,
  };
  const queryClient = createQueryClient();
  const access = createBridge({ transport, queryClient, clock: systemClock });
  const gate = prefetchGate(access, queryClient);
  void gate.then((profileId) => {
    if (profileId !== null) prefetchScreen(access.of(profileId).queries, queryClient);
  });
  await Promise.race([gate, new Promise((resolve) => setTimeout(resolve, patience))]);
  return { access, queryClient, environment };
}

/**
 * What the gate asks: the vault, and which profile is open; null where none is. A read that fails here, as
 * behind a locked vault, is made again where it is shown.
 */
async function prefetchGate(access: PageBridge, client: QueryClient): Promise<string | null> {
  const { vault, connection } = access.queries;
  const status = client.prefetchQuery(vault.status.queryOptions());
  const opened = client.fetchQuery(connection.get.queryOptions());
  const profileId = await opened.then(
    (view) => view.profileId,
    () => null,
  );
  await status;
  return profileId;
}

/** What is shown of the profile, on its way while the frame is made. */
function prefetchScreen(queries: Queries, client: QueryClient): void {
  const { path } = splitFragment(location.hash);
  if (showsCustomers(path)) prefetchCustomers(queries, client);
  else prefetchOverview(queries, client, path);
  void client.prefetchQuery(queries.tunnels.list.queryOptions());
}

type Queries = BridgeAccess['queries'];

/** Said here and not by the manifests: they come with what is rendered. */
const showsCustomers = (path: string): boolean =>
  isWithin(path, customerPaths.root) &&
  ![customerPaths.new, onboardingPaths.root].some((other) => isWithin(path, other));

function prefetchCustomers({ customers }: Queries, client: QueryClient): void {
  const input = recordPage(firstView, null, 0);
  void client.prefetchQuery(customers.list.queryOptions({ input }));
}

/** Where a page usually opens; nothing elsewhere. As its screen asks before it knows of a visit. */
function prefetchOverview({ overview }: Queries, client: QueryClient, path: string): void {
  const place = path === '/' ? overviewPaths.root : path;
  if (!isWithin(place, overviewPaths.root)) return;
  const input = movedInput(barsOf(periodAt(place.split('/')[2]), systemClock(), null), null);
  void client.prefetchQuery(overview.needs.queryOptions({ input: { knownAt: null } }));
  void client.prefetchQuery(overview.moved.queryOptions({ input }));
  void client.prefetchQuery(overview.payoutsMoved.queryOptions({ input }));
  void client.prefetchQuery(overview.firstSteps.queryOptions());
}

/** Under way as soon as this file is there. */
export const opening = open(window);
