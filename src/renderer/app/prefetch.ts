/** What the first paint needs, asked for in one go and not one after the other. */
import type { QueryClient } from '@tanstack/react-query';
import { recordPage } from '../components/record-list/record-page.ts';
import type { Stores } from '../stores/stores-context.ts';
import type { BridgeQueries } from './bridge/bridge-context.ts';
import { screenAt } from './screen-at.ts';

/**
 * Resolves when all are answered. A read that fails here, as behind a locked vault, is made again
 * where it is shown.
 */
export async function prefetchFirstReads(
  queries: BridgeQueries,
  client: Pick<QueryClient, 'prefetchQuery'>,
  { listViews }: Pick<Stores, 'listViews'>,
): Promise<void> {
  const reads = [
    client.prefetchQuery(queries.vault.status.queryOptions()),
    client.prefetchQuery(queries.connection.get.queryOptions()),
    client.prefetchQuery(queries.tunnels.list.queryOptions()),
  ];
  if (screenAt(location.hash) === 'customers') {
    const input = recordPage(listViews.getState().customers, null, 0);
    reads.push(client.prefetchQuery(queries.customers.list.queryOptions({ input })));
  }
  await Promise.all(reads);
}
