/** What the timeline is asked while it is measured: pages, filters, words and parts of what it holds. */
import { type TimelineFilterInput, timelineFilter } from '../../src/bridge/timeline.ts';
import type { TimelineIndex } from '../../src/main/features/timeline/types.ts';

export type Ask = (index: Pick<TimelineIndex, 'list' | 'histogram'>) => Promise<unknown>;

/** Steps through a list without rhyme, the same each time. */
const STRIDE = 7919;

const page =
  (
    filter: TimelineFilterInput,
    more: { readonly before?: number; readonly offset?: number } = {},
  ): Ask =>
  (index) =>
    index.list({ filter: timelineFilter.parse(filter), limit: 100, ...more });

export async function askedOf(
  index: TimelineIndex,
  count: number,
): Promise<Readonly<Record<string, readonly Ask[]>>> {
  const all = timelineFilter.parse({});
  const { known } = await index.count(all);
  const samples = [];
  for (let number = 0; number < count; number += 1) {
    const offset = (number * STRIDE * 101) % known;
    const [row] = (await index.list({ filter: all, offset, limit: 1 })).rows;
    if (row !== undefined) samples.push(row);
  }
  const { names, resourceKinds } = await index.facets();
  const nameAt = (at: number) => names[at % names.length]?.name ?? '';
  const kindAt = (at: number) => resourceKinds[at % resourceKinds.length]?.name ?? '';
  const people = ['moreno', 'okafor', 'lindqvist', 'ada', 'radia', 'castillo', 'payout', 'solana'];
  const idOf = (id: string | null) => id?.split('_')[1] ?? 'none';
  return {
    page: samples.map(({ key }) => page({}, { before: key })),
    'far page': samples.map((_, at) => page({}, { offset: (at * STRIDE * 53) % known })),
    'one filter': samples.map(({ key, customerId, resourceId }, at) => {
      const filters: readonly TimelineFilterInput[] = [
        { names: [nameAt(at)] },
        { resourceKinds: [kindAt(at)] },
        { customerId },
        { resourceId },
        { isMock: true },
        { isLate: true },
        { webhookId: null },
        { proof: 'genuine' as const },
        { isMock: false },
      ];
      return page(filters[at % filters.length] ?? {}, { before: key });
    }),
    'several filters': samples.map(({ key, happenedAt }, at) =>
      page(
        { names: ['payout.', nameAt(at)], isMock: at % 2 === 0, to: happenedAt, isLate: false },
        { before: key },
      ),
    ),
    word: samples.map(({ eventId, resourceId, customerId }, at) => {
      // Every one of them has its turn, among as many ids.
      const words = [eventId, resourceId, customerId, people[Math.floor(at / 4) % people.length]];
      return page({ search: words[at % words.length] ?? '' });
    }),
    part: samples.map(({ eventId, resourceId, customerId }, at) => {
      const ids = [eventId, resourceId, customerId].map(idOf);
      const id = ids[at % ids.length] ?? '';
      const texts = [id.slice(3, 9), id.slice(5), id.slice(2, 6), `.moreno${at}@`, 'firm.exam'];
      return page({ search: texts[at % texts.length] ?? '' });
    }),
    'histogram over all': samples.slice(0, 40).map(
      (_, at): Ask =>
        (asked) =>
          asked.histogram(all, 100 + at),
    ),
  };
}
