import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timelineFilter } from '../../../../bridge/timeline.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { lastingBytes } from '../../../core/records/erased/lasting.ts';
import { delivery, eventBody, profileId } from '../../webhooks/testing/deliveries.ts';
import { openTestIndex, type TestIndex } from '../testing/index-fixture.ts';

// Each starts threads, and some start them again.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const erased = { ids: ['customer_2'], figures: [] };
let fixture: TestIndex;
beforeEach(async () => {
  fixture = await openTestIndex({ erased: () => erased });
});
afterEach(() => fixture.remove());

const event = (id: string, nickname: string, more: object = {}) =>
  eventBody(id, { data: { wallet: { id: 'wallet_1', status: 'active', nickname, ...more } } });
type Source = 'delivery' | 'event-look-up';
const observe = (body: JsonObject & { readonly id: string }, source: Source) =>
  fixture.records.observe({
    kind: 'event',
    id: body.id,
    body,
    source,
    observedAt: '2026-11-20T15:00:00.000Z',
    eventId: body.id,
  });
/** As retention and an erasure do. */
const reduce = (...arrivals: readonly number[]) =>
  fixture.inbox.rewrite({ profileId, privateKey: fixture.keys.privateKey, arrivals }, ({ body }) =>
    lastingBytes(body),
  );
const conflicts = async () => {
  const filter = timelineFilter.parse({ isDiffering: true });
  const { rows } = await fixture.index.list({ filter, limit: 100 });
  return rows.map(({ eventId }) => eventId).toSorted();
};
const search = async (text: string) => {
  const filter = timelineFilter.parse({ search: text });
  const { rows } = await fixture.index.list({ filter, limit: 100 });
  return rows.map(({ eventId }) => eventId);
};
const roles = async (eventId: string) =>
  (await fixture.index.deliveries(eventId)).map(({ role }) => role);

it('has no conflict with a whole copy of which what is left is the same', async () => {
  await fixture.deliver(
    delivery(event('event_a', 'Moreno')),
    delivery(event('event_b', 'Moreno')),
    delivery(event('event_b', 'Moreno', { status: 'closed' })),
    delivery({ ...event('event_b', 'Moreno'), updated: '2026-11-21T11:00:00.000Z' }),
    delivery(event('event_c', 'Moreno')),
    delivery(event('event_d', 'Moreno')),
    delivery({ ...event('event_d', 'Moreno'), updated: '2026-11-21T11:00:00.000Z' }),
    delivery(event('event_e', 'Moreno')),
  );
  observe(event('event_a', 'Moreno'), 'event-look-up');
  observe(event('event_c', 'Moreno', { status: 'closed' }), 'event-look-up');
  observe(event('event_e', 'Ada'), 'event-look-up');
  await fixture.index.catchUp();
  const before = ['event_b', 'event_c', 'event_e'];
  expect(await conflicts()).toEqual(before);
  expect(await roles('event_b')).toEqual(['first', 'differs', 'repeat']);
  expect(await roles('event_d')).toEqual(['first', 'repeat']);

  await reduce(1, 2, 5, 7);
  await fixture.index.rebuild();
  expect(await conflicts()).toEqual(before);
  expect(await roles('event_b')).toEqual(['first', 'differs', 'repeat']);
  expect(await roles('event_d')).toEqual(['first', 'repeat']);
  expect(await search('wallet_1')).toHaveLength(5);
});

it('is found by all its words while the records have them, and never where its customer was erased', async () => {
  const ofErased = (id: string, nickname: string) =>
    event(id, nickname, { customerId: 'customer_2' });
  const events = [
    event('event_a', 'Moreno'),
    event('event_b', 'Moreno'),
    ofErased('event_c', 'Moreno'),
    event('event_d', 'Gone'),
    event('event_e', 'About customer_2 Moreno'),
  ];
  await fixture.deliver(
    ...events.map((one) => delivery(one)),
    delivery(event('event_b', 'Other', { status: 'closed' })),
  );
  for (const one of events) if (one.id !== 'event_d') observe(one, 'delivery');
  expect(await search('moreno')).toEqual(['event_b', 'event_a']);
  await reduce(1, 2, 3, 4, 5, 6);
  await fixture.index.rebuild();
  expect(await search('moreno')).toEqual(['event_b', 'event_a']);
  expect(await search('oren')).toEqual(['event_b', 'event_a']);
  expect(await search('gone')).toEqual([]);
  expect(await conflicts()).toEqual(['event_b']);
  expect(await search('wallet_1')).toHaveLength(5);
});
