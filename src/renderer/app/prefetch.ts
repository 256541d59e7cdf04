/** What the first paint needs: which profile is open, and then what is shown of it in one go. */
import type { QueryClient } from '@tanstack/react-query';
import { recordPage } from '../components/record-list/record-page.ts';
import { firstView } from '../features/customers/first-view.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { onboardingPaths } from '../features/onboarding/paths.ts';
import type { BridgeAccess } from './bridge/bridge-context.ts';
import { isWithin, splitFragment } from './fragment.ts';

/**
 * Resolves when all are answered. A read that fails here, as behind a locked vault, is made again
 * where it is shown.
 */
export async function prefetchFirstReads(
  access: Pick<BridgeAccess, 'queries' | 'of'>,
  client: Pick<QueryClient, 'prefetchQuery' | 'fetchQuery'>,
): Promise<void> {
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
