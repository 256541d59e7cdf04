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
import { admission } from './admission.ts';
import { chooseTransport } from './bridge/choose-transport.ts';
import { createBridge, type PageBridge } from './bridge/create-bridge.ts';
import { createQueryClient } from './bridge/query-client.ts';
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
 * How long the first render waits for the first reads, in milliseconds. With them the screen is made
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
  };
  const queryClient = createQueryClient();
  const access = createBridge({ transport, queryClient, clock: systemClock });
  const reads = prefetchFirstReads(access, queryClient);
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, patience))]);
  return { access, queryClient, environment };
}

/**
 * What the first paint needs: which profile is open, and then what is shown of it in one go. Resolves
 * when all are answered. A read that fails here, as behind a locked vault, is made again
 * where it is shown.
 */
async function prefetchFirstReads(access: PageBridge, client: QueryClient): Promise<void> {
  const { vault, connection } = access.queries;
  const status = client.prefetchQuery(vault.status.queryOptions());
  try {
    const { profileId } = await client.fetchQuery(connection.get.queryOptions());
    const { queries } = access.of(profileId);
    const reads = [client.prefetchQuery(queries.tunnels.list.queryOptions())];
    if (showsCustomers(splitFragment(location.hash).path)) {
      const input = recordPage(firstView, null, 0);
      reads.push(client.prefetchQuery(queries.customers.list.queryOptions({ input })));
    }
    await Promise.all(reads);
  } catch {
    // The gate says so.
  }
  await status;
}

/** Said here and not by the manifests: they come with what is rendered. */
const showsCustomers = (path: string): boolean =>
  path === '/' ||
  (isWithin(path, customerPaths.root) &&
    ![customerPaths.new, onboardingPaths.root].some((other) => isWithin(path, other)));

/** Under way as soon as this file is there. */
export const opening = open(window);
