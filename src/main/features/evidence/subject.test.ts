import { expect, it } from 'vitest';
import type { TimelineFilter } from '../../../bridge/timeline.ts';
import { belongingTo, type SubjectParts } from './subject.ts';

const at = '2026-11-20T12:00:00.000Z';

/** Of these events the first alone names the customer; the others are of what belongs to them. */
const events = [
  { eventId: 'event_1', customerId: 'customer_1', resourceId: 'payout_1' },
  { eventId: 'event_2', customerId: null, resourceId: 'payout_1' },
  { eventId: 'event_3', customerId: null, resourceId: 'virtualAccount_1' },
  { eventId: 'event_4', customerId: null, resourceId: 'payout_2' },
].map((event, index) => ({ ...event, key: index + 1 }));

async function* payouts() {
  yield [{ id: 'payout_1' }];
}
const parts = {
  records: {
    list: (kind: string) => ({
      records: kind === 'virtualAccount' ? [{ id: 'virtualAccount_1' }] : [],
    }),
  },
  payouts: { followed: async () => undefined, each: payouts },
  timeline: {
    demand: () => ({
      timeline: {
        list: async ({ filter }: { filter: TimelineFilter }) => ({
          rows: events.filter(
            ({ customerId, resourceId }) =>
              (filter.customerId === null || filter.customerId === customerId) &&
              (filter.resourceId === null || filter.resourceId === resourceId),
          ),
          hasMore: false,
        }),
      },
      index: {
        catchUp: async () => undefined,
        deliveries: async (eventId: string) => [
          { arrival: Number(eventId.at(-1)), receivedAt: Date.parse(at) },
        ],
      },
    }),
  },
} as unknown as SubjectParts;

it('the events of what belongs to a customer belong to them, whether they name them or not', async () => {
  const of = { kind: 'customer', id: 'customer_1' } as const;
  const asked = { of, knownAt: at, payoutsAt: at, eventsAt: null };
  const found = await belongingTo(parts, asked, new AbortController().signal);
  expect(found.payouts).toEqual(['payout_1']);
  expect(found.events.toSorted()).toEqual(['event_1', 'event_2', 'event_3']);
  expect(found.arrivals).toEqual([1, 2, 3]);
});
