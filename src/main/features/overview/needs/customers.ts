/** Customers who wait on us, and whose verification stands still, was rejected or needs another look. */
import { timelineListInput } from '../../../../bridge/timeline.ts';
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
}

/** Whose newest KYC event is this one. Of very many events, the newest are looked at. */
async function latestKyc(parts: KycEventsParts, state: string, knownAt: string | null) {
  const { list } = parts.timeline();
  const name = `customer.kyc.${state}`;
  const named = timelineListInput.parse({ filter: { names: [name], knownAt }, limit: maxItems });
  const { rows, hasMore } = await list(named);
  const newest = new Map(rows.toReversed().map((row) => [row.customerId, row]));
  const items = await Promise.all(
    [...newest].map(async ([customerId, row]) => {
      if (customerId === null || row.isApart) return [];
      const filter = { names: ['customer.kyc.'], customerId, knownAt };
      const latest = await list(timelineListInput.parse({ filter, limit: 1 }));
      if (latest.rows[0]?.name !== name) return [];
      return [needItem(customerId, row.happenedAt ?? row.heardAt, row.customerName)];
    }),
  );
  return { items: items.flat(), isAtLeast: hasMore };
}

export const kycInReview = (parts: KycEventsParts): NeedSource => ({
  kind: 'kycReview',
  topics: ['timeline'],
  hasPast: true,
  async find({ knownAt }) {
    const { items, isAtLeast } = await latestKyc(parts, 'additionalReviewRequired', knownAt);
    return { ...foundAll(items), isAtLeast };
  },
});

/** By the newest KYC event, or by what a record says of a profile. */
export const rejectedKyc = (parts: KycEventsParts): NeedSource => ({
  kind: 'kycRejected',
  topics: ['timeline', ...customerTopics],
  hasPast: true,
  async find({ knownAt }) {
    const byEvent = await latestKyc(parts, 'rejected', knownAt);
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
});
