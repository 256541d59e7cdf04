import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { openAsOf } from '../../../core/records/as-of.ts';
import { lastingBytes } from '../../../core/records/erased/lasting.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { createSources } from '../../../core/records/sources.ts';
import type { Records } from '../../../core/records/types.ts';
import { intakeMigrations, openIntake } from '../../webhooks/intake/intake.ts';
import {
  delivery,
  eventBody,
  otherPath,
  profileId,
  secrets,
} from '../../webhooks/testing/deliveries.ts';
import { openTestIndex, type TestIndex } from '../testing/index-fixture.ts';
import { type DetailParts, detailOf, type EventAsked } from './detail.ts';

let test: TestIndex;
let sqlite: Sqlite;
let records: Records;
let endings: (() => Promise<void>)[];
beforeEach(() => {
  endings = [];
});
afterEach(async () => {
  for (const end of endings) await end();
  await test.remove();
});

async function open(isProduction = false): Promise<DetailParts> {
  test = await openTestIndex({ isProduction });
  sqlite = openSqlite({ file: join(test.directory, 'own.db'), key: new Uint8Array(32) });
  migrate(sqlite, [...recordsMigrations, ...intakeMigrations]);
  records = openRecords({ sqlite });
  const log = { error: () => undefined, warn: () => undefined };
  const { privateKey } = test.keys;
  const parts = { inbox: test.inbox, records, profileId, privateKey, isProduction, log };
  const intake = openIntake({
    ...parts,
    sqlite,
    secrets: { secretsOf: () => secrets },
    clock: systemClock,
  });
  const asOf = openAsOf({ sqlite, clock: systemClock });
  endings.push(
    intake.close,
    async () => asOf.close(),
    async () => sqlite.close(),
  );
  take = async (...bodies) => {
    await test.deliver(...bodies);
    await intake.catchUp();
  };
  return {
    ...parts,
    index: test.index,
    toldBy: createSources(sqlite),
    forwards: { countsOf: () => ({ waiting: 1, delivered: 2, failed: 0 }) },
    webhookName: (id) => `Name of ${id}`,
    asOf,
    named: async (rows) =>
      rows.map((row) => ({ ...row, customerName: 'Ada Byron', webhookName: null, amount: null })),
  };
}
let take: TestIndex['deliver'];
const detail = (eventId: string, parts: DetailParts, which: Partial<EventAsked> = {}) =>
  detailOf({ eventId, isApart: false, knownAt: null, ...which }, parts);

const customer = (status: string) => ({ id: 'customer_1', type: 'individual', status });
const kyc = (id: string, status: string, minute: number, more: object = {}) =>
  eventBody(id, {
    name: `customer.kyc.${status}`,
    data: { customer: customer(status) },
    created: `2026-11-20T11:${minute}:00.000Z`,
    updated: `2026-11-20T11:${minute}:00.000Z`,
    ...more,
  });

it('tells its deliveries, its webhooks and its customer, and cuts secrets', async () => {
  const parts = await open();
  const webhookRecords = [
    {
      requestIds: ['request_1'],
      webhook: { id: 'webhook_1', secret: 'secret_abc', status: 'healthy', deliveryRate: 0.5 },
    },
    { requestIds: 'none', webhook: { id: 'webhook_9', name: 'Elsewhere' } },
    'no record at all',
  ];
  const first = delivery(kyc('event_a', 'pending', 10, { webhookRecords }));
  await take(first);
  await take(first, delivery(kyc('event_a', 'pending', 10), { path: otherPath }));
  const told = await detail('event_a', parts);
  expect(told.deliveries).toMatchObject([
    {
      webhookId: 'webhook_1',
      webhookName: 'Name of webhook_1',
      role: 'first',
      repeats: 1,
      forwards: 3,
    },
    { webhookId: 'webhook_2', role: 'repeat', repeats: 0 },
  ]);
  expect(told.webhookRecords).toEqual([
    {
      webhookId: 'webhook_1',
      name: 'Name of webhook_1',
      status: 'healthy',
      deliveryRate: '0.5',
      requestIds: ['request_1'],
      isOurs: true,
    },
    {
      webhookId: 'webhook_9',
      name: 'Elsewhere',
      status: null,
      deliveryRate: null,
      requestIds: [],
      isOurs: false,
    },
  ]);
  expect(told).toMatchObject({ customerName: 'Ada Byron', heard: 3 });
  expect(JSON.stringify(told)).not.toContain('secret_abc');
});

it('says that a part of it still shows where something newer said only some of its fields', async () => {
  const parts = await open();
  await take(delivery(kyc('event_a', 'pending', 10)));
  const partial = { data: { customer: { id: 'customer_1', status: 'successful' } } };
  await take(delivery(kyc('event_b', 'successful', 20, partial)));
  const { change } = await detail('event_a', parts);
  expect(change).toEqual({
    before: null,
    fields: [],
    standing: 'partly',
    why: 'The event customer.kyc.successful differs in status. The other fields are as in this event.',
  });
  expect((await detail('event_b', parts)).change?.fields).toEqual([
    { path: '/status', kind: 'changed', was: 'pending', is: 'successful' },
    { path: '/type', kind: 'removed', was: 'individual', is: null },
  ]);
});

it('heard late is compared with what happened before it, not with what was heard before it', async () => {
  const parts = await open();
  await take(delivery(kyc('event_c', 'rejected', 30)), delivery(kyc('event_a', 'pending', 10)));
  await take(delivery(kyc('event_b', 'successful', 20)));
  const { change, isOutOfOrder } = await detail('event_b', parts);
  expect(isOutOfOrder).toBe(true);
  expect(change?.fields).toEqual([
    { path: '/status', kind: 'changed', was: 'pending', is: 'successful' },
  ]);
  expect(change).toMatchObject({
    standing: 'superseded',
    why: 'The event customer.kyc.rejected differs in status.',
  });
});

it('says that other content under the same id was not merged', async () => {
  const parts = await open();
  await take(delivery(kyc('event_a', 'pending', 10)));
  await take(delivery(kyc('event_a', 'successful', 10)));
  const { change, deliveries, isDiffering } = await detail('event_a', parts);
  expect(isDiffering).toBe(true);
  expect(deliveries.map(({ role }) => role)).toEqual(['first', 'differs']);
  expect(change?.standing).toBe('shown');
  expect(change?.why).toContain('received other data under the same event ID');
});

it('in production says that a mock event is never merged, and keeps it apart from a real one', async () => {
  const parts = await open(true);
  await take(delivery(kyc('event_a', 'pending', 10, { mock: true })));
  const { change, body } = await detail('event_a', parts);
  expect(change).toMatchObject({ before: null, fields: [], standing: 'not-merged' });
  expect(change?.why).toContain('this profile is in production');
  expect(body).toMatchObject({ id: 'event_a', mock: true });
  await take(delivery(kyc('event_a', 'successful', 10)));
  const real = await detail('event_a', parts);
  expect(real.deliveries).toHaveLength(1);
  expect(real).toMatchObject({ name: 'customer.kyc.successful', change: { standing: 'shown' } });
});

it('says in which fields a look-up differs from what was delivered', async () => {
  const parts = await open();
  await take(delivery(kyc('event_a', 'pending', 10)));
  const looked = kyc('event_a', 'successful', 10, { updated: '2026-11-20T14:00:00.000Z' });
  records.observe({
    kind: 'event',
    id: 'event_a',
    body: looked,
    source: 'event-look-up',
    observedAt: '2026-11-20T15:00:00.000Z',
    eventId: 'event_a',
  });
  const { lookUps } = await detail('event_a', parts);
  expect(lookUps).toMatchObject([{ at: '2026-11-20T15:00:00.000Z', differs: true }]);
  expect(lookUps[0]?.fields.map(({ path }) => path)).toEqual(['/data/customer/status', '/name']);
});

it('compares a look-up with what the records keep of a delivery that retention reduced', async () => {
  const parts = await open();
  const named = kyc('event_a', 'pending', 10, {
    data: { customer: { ...customer('pending'), firstName: 'Ada' } },
  });
  await take(delivery(named));
  records.observe({
    kind: 'event',
    id: 'event_a',
    body: named,
    source: 'event-look-up',
    observedAt: '2026-11-20T15:00:00.000Z',
    eventId: 'event_a',
  });
  await test.inbox.rewrite({ profileId, privateKey: parts.privateKey, arrivals: [1] }, ({ body }) =>
    lastingBytes(body),
  );
  const { lookUps, body } = await detail('event_a', parts);
  expect(lookUps).toMatchObject([{ differs: false, fields: [] }]);
  expect(JSON.stringify(body)).toContain('Ada');
});

/** At so many minutes past twelve, when everything else had happened. */
const heardAt = (minute: number) => ({ at: Date.UTC(2026, 10, 20, 12, minute) });
const then = (minute: number) => new Date(heardAt(minute).at).toISOString();

it('of a moment tells nothing that was heard later', async () => {
  const parts = await open();
  const told = delivery(kyc('event_a', 'pending', 10), heardAt(1));
  await take(told);
  await take(delivery(kyc('event_b', 'successful', 20), heardAt(5)));
  await take({ ...told, receivedAt: heardAt(6).at });
  await take(delivery(kyc('event_a', 'rejected', 10), { ...heardAt(7), path: otherPath }));
  const looked = kyc('event_a', 'successful', 10);
  records.observe({
    kind: 'event',
    id: 'event_a',
    body: looked,
    source: 'event-look-up',
    observedAt: then(8),
    eventId: 'event_a',
  });
  const now = await detail('event_a', parts);
  expect(now).toMatchObject({ heard: 3, isDiffering: true, change: { standing: 'superseded' } });
  expect([now.deliveries.length, now.lookUps.length, now.related.length]).toEqual([2, 1, 2]);

  const past = await detail('event_a', parts, { knownAt: then(3) });
  expect(past).toMatchObject({ heard: 1, isDiffering: false, webhooks: 1 });
  expect(past.change).toMatchObject({ standing: 'shown', why: 'Nothing newer differs.' });
  expect(past.deliveries).toMatchObject([{ webhookId: 'webhook_1', repeats: 0, forwards: 0 }]);
  expect(past.lookUps).toEqual([]);
  expect(past.related.map(({ eventId }) => eventId)).toEqual(['event_a']);
  expect((await detail('event_a', parts, { knownAt: then(6) })).deliveries).toMatchObject([
    { repeats: 1 },
  ]);
  await expect(detail('event_b', parts, { knownAt: then(3) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

const payout = (id: string, status: string, minute: number, more: object = {}) =>
  eventBody(id, {
    name: `payout.${status}`,
    data: { payout: { id: 'payout_1', status, ...more } },
    created: `2026-11-20T11:${minute}:00.000Z`,
  });

it('tells what a payout’s event changed by what was delivered, and by what was known then', async () => {
  const parts = await open();
  await take(delivery(payout('event_a', 'pending', 10, { amount: '5' }), heardAt(1)));
  await take(delivery(payout('event_b', 'funded', 20, { amount: '5' }), heardAt(2)));
  const looked = payout('event_b', 'failed', 20, { amount: '9' });
  records.observe({
    kind: 'event',
    id: 'event_b',
    body: looked,
    source: 'event-look-up',
    observedAt: then(4),
    eventId: 'event_b',
    eventCreated: looked.created,
  });
  expect((await detail('event_b', parts)).change?.fields).toEqual([
    { path: '/status', kind: 'changed', was: 'pending', is: 'funded' },
  ]);
  expect((await detail('event_a', parts)).change?.standing).toBe('superseded');
  expect((await detail('event_a', parts, { knownAt: then(1) })).change?.standing).toBe('shown');
});

it('says where a resource has more events than were gone through', async () => {
  const parts = await open();
  const many = Array.from({ length: 102 }, (_, at) =>
    delivery(payout(`event_n${at}`, 'pending', 10 + (at % 40)), heardAt(1)),
  );
  await take(...many);
  const why = (await detail('event_n0', parts)).change?.why;
  expect(why).toContain('the newest 100 events of this resource and the 50 before this one');
});

it('is told although the inbox can’t read one of its deliveries', async () => {
  const parts = await open();
  await take(delivery(kyc('event_a', 'pending', 10)));
  const inbox = {
    ...parts.inbox,
    content: test.inbox.content,
    slot: test.inbox.slot,
    slots: test.inbox.slots,
    delivery: () => {
      throw new Error('A page of the inbox is damaged.');
    },
  };
  const told = await detail('event_a', { ...parts, inbox });
  expect(told.deliveries).toMatchObject([{ repeats: 0, role: 'first' }]);
});

it('in production opens the mock event that shares an id with a real one, where it is meant', async () => {
  const parts = await open(true);
  await take(delivery(kyc('event_a', 'pending', 10, { mock: true })));
  await take(delivery(kyc('event_a', 'successful', 10)));
  expect(await detail('event_a', parts)).toMatchObject({ isApart: false, isMock: false });
  const apart = await detail('event_a', parts, { isApart: true });
  expect(apart).toMatchObject({ isApart: true, name: 'customer.kyc.pending' });
  expect(apart.body).toMatchObject({ mock: true });
});

it('is not found where nothing was heard of it', async () => {
  await expect(detail('event_x', await open())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
