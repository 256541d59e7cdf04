/** What the index says of an event by when, how often and by what it was heard. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lateAfterMs } from '../../../../bridge/event-flags.ts';
import { eventBody } from '../../webhooks/testing/deliveries.ts';
import { type BareIndex, openBareIndex } from '../testing/bare-index.ts';
import { at, heard, iso, lookUp } from '../testing/heard.ts';

let index: BareIndex;
beforeEach(() => {
  index = openBareIndex();
});
afterEach(() => index.remove());

const only = () => index.rows()[0];

it('an event is late when it was heard more than a minute after it happened', () => {
  index.inbox.add(heard('event_a', { after: lateAfterMs }));
  index.follow();
  expect(only()).toMatchObject({ isLate: false });
  index.inbox.add(heard('event_b', { after: lateAfterMs + 1 }));
  index.follow();
  expect(index.rows({ isLate: true }).map(({ eventId }) => eventId)).toEqual(['event_b']);
});

it('an event is out of order when a later one of its resource was heard before', () => {
  const created = (ms: number) => ({ created: iso(at + ms) });
  index.inbox.add(heard('event_b', created(500)), heard('event_a', created(0)));
  index.inbox.add(
    heard('event_c', { ...created(0), data: { wallet: { id: 'wallet_2' } } }),
    heard('event_d', { ...created(600), data: {} }),
    heard('event_e', { ...created(-lateAfterMs), data: {} }),
  );
  index.follow();
  const marked = index.rows().filter(({ isOutOfOrder }) => isOutOfOrder);
  expect(marked.map(({ eventId }) => eventId)).toEqual(['event_a', 'event_e']);
});

it('an event that was looked up is read, and genuine from its first delivery on', () => {
  const body = eventBody('event_a', { created: iso(at) });
  const observedAt = iso(at + 5_000);
  lookUp(index, body, 5_000);
  index.follow();
  expect(only()).toMatchObject({ proof: 'read', heard: 1, heardAt: observedAt });
  index.inbox.add(heard('event_a', { after: 9_000 }));
  index.follow();
  expect(only()).toMatchObject({ proof: 'genuine', heard: 1, heardAt: observedAt });
  expect(only()).toMatchObject({ isDiffering: false });
  lookUp(index, { ...body, name: 'wallet.other' }, 6_000);
  index.follow();
  expect(only()).toMatchObject({ name: 'wallet.create', heard: 1, isDiffering: true });
});

it('an event says from its first delivery on what that said, and no more what was looked up', () => {
  const looked = eventBody('event_a', {
    created: iso(at),
    name: 'payout.create',
    data: { payout: { id: 'payout_1', owner: 'Grace' } },
  });
  lookUp(index, looked, 5_000);
  index.follow();
  expect(index.rows({ search: 'grace' })).toHaveLength(1);
  index.inbox.add(
    heard('event_a', {
      after: 9_000,
      name: 'payout.failed',
      created: iso(at + 1_000),
      data: { payout: { id: 'payout_2', customer: 'customer_1', owner: 'Ada' } },
    }),
  );
  index.follow();
  expect(only()).toMatchObject({
    name: 'payout.failed',
    resourceId: 'payout_2',
    customerId: 'customer_1',
    happenedAt: iso(at + 1_000),
    heardAt: iso(at + 5_000),
    isDiffering: true,
  });
  expect(index.rows({ search: 'ada', names: ['payout.failed'] })).toHaveLength(1);
  for (const gone of [{ search: 'grace' }, { search: 'rac' }, { resourceId: 'payout_1' }]) {
    expect(index.rows(gone)).toEqual([]);
  }
});

it('an event that is known by a look-up alone is neither late nor out of order', () => {
  index.inbox.add(heard('event_b', { created: iso(at + 600_000), after: 600_000 }));
  index.follow();
  lookUp(index, eventBody('event_a', { created: iso(at) }), 900_000);
  index.follow();
  const read = { proof: 'read', isLate: false, isOutOfOrder: false };
  expect(index.rows({ proof: 'read' })).toMatchObject([read]);
  expect(index.rows({ isLate: true })).toEqual([]);
  index.inbox.add(heard('event_a', { after: 950_000 }));
  index.follow();
  const delivered = { eventId: 'event_a', proof: 'genuine', isOutOfOrder: true };
  expect(index.rows({ isLate: true })).toMatchObject([delivered]);
});

it('an event was seen again when one webhook got it twice, and not when two got it once', () => {
  index.inbox.add(heard('event_a'), heard('event_a', { slot: 2 }));
  index.follow();
  expect(only()).toMatchObject({ heard: 2, webhooks: 2 });
  expect(index.rows({ isRepeated: true })).toEqual([]);
  index.inbox.repeat(2, at);
  index.follow();
  expect(only()).toMatchObject({ heard: 3, webhooks: 2 });
  expect(index.rows({ isRepeated: true })).toHaveLength(1);
});

it('an event of a mock in production stands beside a real one of the same id', () => {
  index.remove();
  index = openBareIndex({ isProduction: true });
  index.inbox.add(heard('event_a', { mock: true }), heard('event_a'));
  index.follow();
  expect(index.rows({ isMock: true })).toHaveLength(1);
  expect(index.rows({ isMock: false })).toHaveLength(1);
  expect(
    index.ask((reader) => reader.event({ eventId: 'event_a', isApart: false, knownAt: null })),
  ).toMatchObject({ isMock: false });
  expect(index.ask((reader) => reader.deliveries('event_a'))).toMatchObject([
    { arrival: 1, role: 'mock' },
    { arrival: 2, role: 'first' },
  ]);
});
