/** Which screens ask again after a change notice. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Bridge } from '../../../bridge/contract.ts';
import type { UpdateNotice, UpdateTopic } from '../../../bridge/updates.ts';
import { areaOf } from './query-keys.ts';

/** Areas of the bridge, and the notices after which what was read from them is asked again. */
export type AreaTopics = {
  readonly [Area in keyof Bridge]?: readonly Exclude<UpdateTopic, 'everything'>[];
};

/** What the frame asks, and parts that stand on several screens; the rest is said by the features. */
const ofFrame: AreaTopics = {
  vault: ['vault'],
  lock: ['vault'],
  links: ['links'],
  profiles: ['profiles', 'vault'],
  connection: ['connection', 'intents', 'profiles', 'vault'],
  intents: ['intents'],
  exports: ['exports'],
  annotations: ['annotations'],
};

/** Areas to read again for these notices; null means all of them. */
export function areasToRefresh(
  topics: ReadonlySet<UpdateTopic>,
  areas: readonly AreaTopics[],
): ReadonlySet<string> | null {
  if (topics.has('everything')) return null;
  const all = [ofFrame, ...areas].flatMap((own) => Object.entries(own));
  return new Set(all.filter(([, own]) => own.some((one) => topics.has(one))).map(([area]) => area));
}

export interface InvalidatorOptions {
  client: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>;
  /** Runs the task after that many milliseconds. */
  later: (task: () => void, milliseconds: number) => void;
}

/** How long notices are gathered, so that a thousand of them make one round of reads. */
export const gatheringMs = 120;

export interface Invalidator {
  onNotice: (notice: UpdateNotice) => void;
  /** What the features ask. Until that is known, every notice is for all. */
  readAgain: (areas: readonly AreaTopics[]) => void;
}

/**
 * Reads these again. A read that has brought nothing yet is not begun anew, and may have been answered before what
 * the notice says: it is read again once it has come.
 */
function readAnew(
  client: InvalidatorOptions['client'],
  isOf: (query: { queryKey: QueryKey }) => boolean,
): void {
  const first = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: isOf })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries({ predicate: isOf });
  for (const query of first) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    // Joins the read that is under way.
    void query
      .fetch()
      .catch(() => undefined)
      .then(again);
  }
}

export function createInvalidator(options: InvalidatorOptions): Invalidator {
  const gathered = new Set<UpdateTopic>();
  let areas: readonly AreaTopics[] | null = null;
  const flush = (): void => {
    const names = areas === null ? null : areasToRefresh(gathered, areas);
    gathered.clear();
    readAnew(options.client, ({ queryKey }) => names === null || names.has(areaOf(queryKey) ?? ''));
  };
  return {
    onNotice: (notice) => {
      // Locked: nothing may stay on the screen for as long as others are gathered.
      if (notice.topic === 'vault') {
        const predicate = ({ queryKey }: { queryKey: QueryKey }) => areaOf(queryKey) === 'vault';
        void options.client.invalidateQueries({ predicate });
      }
      if (gathered.size === 0) options.later(flush, gatheringMs);
      gathered.add(notice.topic);
    },
    readAgain: (own) => {
      areas = own;
    },
  };
}
