/** Customers who wait on us, and whose verification stands still, was rejected or needs another look. */
import type { NeedItem } from '../../../../bridge/overview.ts';
import { type TimelineRow, timelineListInput } from '../../../../bridge/timeline.ts';
import type { UpdateTopic } from '../../../../bridge/updates.ts';
import { type KnownReadsParts, readKnown } from '../../../core/creates/known-reads.ts';
import type { OnboardingPage, RecordReads } from '../../../core/records/types.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { type FoundNeeds, foundAll, maxItems, type NeedSource, needItem } from './need-source.ts';

const customerTopics: readonly UpdateTopic[] = ['customers', 'annotations'];
const hourMs = 3_600_000;

function queued(
  reads: Pick<RecordReads, 'queue'>,
  group: 'us' | 'review',
  itemOf: (row: OnboardingPage['rows'][number]) => FoundNeeds['items'][number],
  before?: number,
): FoundNeeds {
  const query = { group, offset: 0, ...(before === undefined ? {} : { before }) } as const;
  const newest = reads.queue({ ...query, direction: 'descending', limit: maxItems });
  const [oldest] =
    newest.total > newest.rows.length
      ? reads.queue({ ...query, limit: 1 }).rows
      : newest.rows.slice(-1);
  return { items: newest.rows.map(itemOf), count: newest.total, since: oldest?.since ?? null };
}

/** Who waits on us, with what is missing, else with what the service says. */
export const waitingCustomers = (parts: KnownReadsParts): NeedSource => ({
  kind: 'onboarding',
  topics: customerTopics,
  hasPast: true,
  find: ({ knownAt }) =>
    readKnown(parts, { knownAt }, (reads) =>
      queued(reads, 'us', (row) =>
        needItem(row.customerId, row.since, row.customerName, whatOf(row)),
      ),
    ),
});

function whatOf({ statuses, missing }: OnboardingPage['rows'][number]): readonly string[] {
  if (statuses.length === 0) return ['no-profile'];
  return missing.length > 0 ? missing : statuses;
}

/** In review at the service for longer than the limit. */
export const waitingKyc = (parts: KnownReadsParts): NeedSource => ({
  kind: 'kycWaiting',
  topics: customerTopics,
  hasPast: true,
  find: ({ knownAt, moment, limits }) =>
    readKnown(parts, { knownAt }, (reads) =>
      queued(
        reads,
        'review',
        (row) => needItem(row.customerId, row.since, row.customerName),
        moment - limits.kyc * hourMs,
      ),
    ),
});

export interface KycEventsParts extends KnownReadsParts {
  readonly timeline: () => Pick<Timeline, 'list'>;
  /** Mock events tell of no customer there (decisions 23). */
  readonly isProduction: boolean;
}

/** Pages of `maxItems` events that are looked at; of more events, the newest. */
const maxPages = 10;
/** Events that are remembered as overtaken. */
const maxOvertaken = 20_000;

/** Whose newest KYC event is this one. */
function latestKycOf(parts: KycEventsParts, state: string) {
  const name = `customer.kyc.${state}`;
  const real = parts.isProduction ? { isMock: false } : {};
  /** Ids of events whose customer has a newer one. That stays so, and is not asked again. */
  const overtaken = new Set<string>();

  async function itemOf(row: TimelineRow, knownAt: string | null): Promise<NeedItem[]> {
    const { customerId } = row;
    const isOfNow = knownAt === null;
    if (customerId === null || (isOfNow && overtaken.has(row.eventId))) return [];
    const filter = { names: ['customer.kyc.'], customerId, knownAt, ...real };
    const latest = await parts.timeline().list(timelineListInput.parse({ filter, limit: 1 }));
    if (latest.rows[0]?.name === name)
      return [needItem(customerId, row.happenedAt ?? row.heardAt, row.customerName)];
    if (overtaken.size >= maxOvertaken) overtaken.clear();
    if (isOfNow) overtaken.add(row.eventId);
    return [];
  }

  return async (knownAt: string | null) => {
    const seen = new Set<string | null>();
    const items: NeedItem[] = [];
    let before: number | null = null;
    for (let page = 0; page < maxPages && items.length < maxItems; page += 1) {
      const filter = { names: [name], knownAt, ...real };
      const asked = timelineListInput.parse({ filter, before, limit: maxItems });
      const { rows, hasMore } = await parts.timeline().list(asked);
      const newest = rows.filter(({ customerId }) => {
        const isFirst = !seen.has(customerId);
        seen.add(customerId);
        return isFirst;
      });
      items.push(...(await Promise.all(newest.map((row) => itemOf(row, knownAt)))).flat());
      before = rows.at(-1)?.key ?? null;
      if (!hasMore || before === null) return { items, isAtLeast: false };
    }
    return { items, isAtLeast: true };
  };
}

export function kycInReview(parts: KycEventsParts): NeedSource {
  const latest = latestKycOf(parts, 'additionalReviewRequired');
  return {
    kind: 'kycReview',
    topics: ['timeline'],
    hasPast: true,
    async find({ knownAt }) {
      const { items, isAtLeast } = await latest(knownAt);
      return { ...foundAll(items), isAtLeast };
    },
  };
}

/** By the newest KYC event, or by what a record says of a profile. */
export function rejectedKyc(parts: KycEventsParts): NeedSource {
  const latest = latestKycOf(parts, 'rejected');
  return {
    kind: 'kycRejected',
    topics: ['timeline', ...customerTopics],
    hasPast: true,
    async find({ knownAt }) {
      const byEvent = await latest(knownAt);
      return await readKnown(parts, { knownAt }, (reads) => {
        const query = { profileStatus: 'rejected', offset: 0, limit: maxItems } as const;
        const { records, total } = reads.list('customer', query);
        const others = records
          .filter(({ id }) => !byEvent.items.some((item) => item.id === id))
          .map(({ id, columns, lastLearnedAt }) =>
            needItem(id, reads.standing(id)?.since ?? lastLearnedAt, columns.name),
          );
        const found = foundAll([...byEvent.items, ...others]);
        const isAtLeast = byEvent.isAtLeast || total > records.length;
        return { ...found, count: Math.max(found.count, total), isAtLeast };
      });
    },
  };
}
