/** Which screens ask again after a change notice. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { UpdateNotice, UpdateTopic } from '../../../bridge/updates.ts';
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
  | 'changes'
  | 'onboarding'
  | 'addressBook'
  | 'webhooks'
  | 'deliveries'
  | 'tunnels'
  | 'forwarding'
  | 'timeline'
  | 'bulk'
  | 'exports'
  | 'annotations'
  | 'imports'
  | 'intents'
  | 'unresolved'
  | 'audit'
>;

/** A customer row counts its virtual accounts, and an account row names its customer. */
const areasOf: Record<Exclude<UpdateTopic, 'everything'>, readonly Area[]> = {
  customers: ['customers', 'virtualAccounts', 'unresolved', 'bankAccounts', 'onboarding'],
  'virtual-accounts': ['virtualAccounts', 'customers', 'unresolved', 'addressBook'],
  'bank-accounts': ['bankAccounts'],
  changes: ['changes'],
  'address-book': ['addressBook'],
  intents: ['intents', 'unresolved', 'connection'],
  profiles: ['profiles', 'connection'],
  connection: ['connection'],
  vault: ['vault', 'connection', 'profiles'],
  audit: ['audit'],
  webhooks: ['webhooks', 'unresolved'],
  deliveries: ['deliveries', 'webhooks'],
  tunnels: ['tunnels', 'webhooks'],
  forwarding: ['forwarding', 'deliveries', 'webhooks'],
  timeline: ['timeline'],
  bulk: ['bulk'],
  exports: ['exports'],
  imports: ['imports'],
  annotations: ['annotations', 'customers', 'virtualAccounts', 'onboarding'],
};

/** Areas to read again for these notices; null means all of them. */
export function areasToRefresh(topics: Iterable<UpdateTopic>): ReadonlySet<Area> | null {
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

export function createInvalidator(options: InvalidatorOptions): (notice: UpdateNotice) => void {
  const gathered = new Set<UpdateTopic>();
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
