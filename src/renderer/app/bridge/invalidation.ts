/** Which screens ask again after a change notice. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeNotice, ChangeTopic } from '../../../bridge/updates.ts';
import type { BridgeQueries } from './bridge-context.ts';
import { areaOf } from './query-keys.ts';

type Area = keyof Pick<
  BridgeQueries,
  | 'vault'
  | 'profiles'
  | 'connection'
  | 'customers'
  | 'virtualAccounts'
  | 'bankAccounts'
  | 'drift'
  | 'queue'
  | 'addressBook'
  | 'webhooks'
  | 'deliveries'
  | 'tunnels'
  | 'forwards'
  | 'timeline'
  | 'bulk'
  | 'files'
  | 'annotations'
  | 'imports'
  | 'intents'
  | 'settling'
  | 'audit'
>;

/** A customer row counts its virtual accounts, and an account row names its customer. */
const areasOf: Record<Exclude<ChangeTopic, 'everything'>, readonly Area[]> = {
  customers: ['customers', 'virtualAccounts', 'settling', 'bankAccounts', 'queue'],
  'virtual-accounts': ['virtualAccounts', 'customers', 'settling', 'addressBook'],
  'bank-accounts': ['bankAccounts'],
  drift: ['drift'],
  'address-book': ['addressBook'],
  intents: ['intents', 'settling', 'connection'],
  profiles: ['profiles', 'connection'],
  connection: ['connection'],
  vault: ['vault', 'connection', 'profiles'],
  audit: ['audit'],
  webhooks: ['webhooks', 'settling'],
  deliveries: ['deliveries', 'webhooks'],
  tunnels: ['tunnels', 'webhooks'],
  forwards: ['forwards', 'deliveries', 'webhooks'],
  timeline: ['timeline'],
  bulk: ['bulk'],
  files: ['files'],
  imports: ['imports'],
  annotations: ['annotations', 'customers', 'virtualAccounts', 'queue'],
};

/** Areas to read again for these notices; null means all of them. */
export function areasToRefresh(topics: Iterable<ChangeTopic>): ReadonlySet<Area> | null {
  const areas = new Set<Area>();
  for (const topic of topics) {
    if (topic === 'everything') return null;
    for (const area of areasOf[topic]) areas.add(area);
  }
  return areas;
}

export interface InvalidatorOptions {
  client: Pick<QueryClient, 'invalidateQueries'>;
  /** Runs the task after that many milliseconds. */
  later: (task: () => void, milliseconds: number) => void;
}

/** How long notices are gathered, so that a thousand of them make one round of reads. */
export const gatheringMs = 120;

export function createInvalidator(options: InvalidatorOptions): (notice: ChangeNotice) => void {
  const gathered = new Set<ChangeTopic>();
  const flush = (): void => {
    const areas = areasToRefresh(gathered);
    gathered.clear();
    if (areas === null) {
      void options.client.invalidateQueries();
      return;
    }
    const names: ReadonlySet<string> = areas;
    const predicate = ({ queryKey }: { queryKey: QueryKey }) => names.has(areaOf(queryKey) ?? '');
    void options.client.invalidateQueries({ predicate });
  };
  return (notice) => {
    if (gathered.size === 0) options.later(flush, gatheringMs);
    gathered.add(notice.topic);
  };
}
