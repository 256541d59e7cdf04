import { beforeEach, expect, it } from 'vitest';
import {
  type ListOtherRecordsInput,
  listOtherRecordsInput,
} from '../../../bridge/other-records.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { openAsOf } from '../../core/records/as-of.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Records } from '../../core/records/types.ts';
import { readBody } from '../webhooks/intake/read-body.ts';
import { createOtherRecords, type OtherRecords } from './feature.ts';

let sqlite: Sqlite;
let records: Records;
let others: OtherRecords;
const at = (minute: number): string =>
  new Date(Date.UTC(2026, 10, 20, 12) + minute * 60_000).toISOString();
const clock = { now: () => Date.parse(at(10_000)) };

beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
  const nothing = {
    labels: () => [],
    withLabel: () => [],
    found: () => [],
    ofRows: () => new Map(),
  };
  others = createOtherRecords({
    records,
    clock,
    asOf: openAsOf({ sqlite, clock }),
    annotations: { ...nothing, at: () => nothing },
  });
});

/** Takes an event in as the intake does. */
function take(number: number, name: string, data: JsonObject, minute = number): void {
  const event = { id: `event_${number}`, name, data, webhookRecords: [], mock: false };
  const body = { ...event, created: at(minute), updated: at(minute) };
  const read = readBody(Buffer.from(JSON.stringify(body)));
  if (read === null) throw new Error('The event is in no known form.');
  const facts = {
    source: 'delivery' as const,
    observedAt: at(minute),
    eventId: read.id,
    eventCreated: read.created,
    eventUpdated: read.updated,
  };
  records.observe({ kind: 'event', id: read.id, body: read.event, ...facts });
  for (const resource of read.resources) records.observe({ ...resource, ...facts });
}
const list = (kind: OtherKind, query: Partial<ListOtherRecordsInput> = {}) =>
  others.list(listOtherRecordsInput.parse({ kind, ...query }));
const get = (kind: OtherKind, id: string, knownAt: string | null = null) =>
  others.get(kind, id, { knownAt });

const wallet = (number: number, more: JsonObject = {}): JsonObject => ({
  id: `wallet_${number}`,
  nickname: null,
  address: `0x${number}`,
  network: 'base',
  customer: 'customer_1',
  signed: true,
  created: at(1),
  updated: at(1),
  ...more,
});

it('are what their events add up to, by kind, with the state that the newest names', async () => {
  take(1, 'wallet.create', { wallet: wallet(1) });
  take(3, 'wallet.frozen', { wallet: { id: 'wallet_1', nickname: 'Desk', updated: at(3) } });
  take(4, 'address.create', { address: { id: 'address_1', line1: '12 Arcade' } });
  take(5, 'paymentLink.create', {
    paymentLink: { id: 'paymentLink_1', name: 'Shop', status: 'live' },
  });
  const { rows, counts, states, networks } = await list('wallet');
  expect(rows).toMatchObject([
    {
      id: 'wallet_1',
      nickname: 'Desk',
      address: '0x1',
      network: 'base',
      signed: true,
      state: 'frozen',
      updated: at(3),
      customerId: 'customer_1',
      url: null,
    },
  ]);
  expect(counts).toEqual({ wallet: 1, address: 1, paymentLink: 1 });
  expect([states, networks]).toEqual([['frozen'], ['base']]);
  // The record's own word goes before the event's.
  expect((await list('paymentLink')).rows[0]?.state).toBe('live');
  expect((await list('address')).rows[0]?.state).toBe('created');
});

it('show every field, those that are null and those that nobody knows too', async () => {
  take(1, 'wallet.create', { wallet: wallet(1, { risk: null, tier: { level: 7 } }) });
  const { fields, eventList, asReceived } = await get('wallet', 'wallet_1');
  expect(fields).toEqual(
    expect.arrayContaining([
      { field: 'nickname', value: null },
      { field: 'risk', value: null },
      { field: 'tier.level', value: '7' },
    ]),
  );
  expect(fields.map(({ field }) => field).slice(0, 3)).toEqual(['nickname', 'address', 'network']);
  expect(eventList).toMatchObject([{ eventId: 'event_1', state: 'created', happenedAt: at(1) }]);
  expect(asReceived).toMatchObject({ tier: { level: 7 } });
});

it('are found by any text and by their customer’s name, as it is known now', async () => {
  take(1, 'address.create', {
    address: { id: 'address_1', customer: 'customer_1', place: { city: 'Bordeaux' } },
  });
  take(2, 'address.create', { address: { id: 'address_2' } });
  expect((await list('address', { search: 'bordeaux' })).rows.map(({ id }) => id)).toEqual([
    'address_1',
  ]);
  const source = 'read' as const;
  const body = { id: 'customer_1', email: 'ada@example.com' };
  records.observe({ kind: 'customer', id: 'customer_1', body, source, observedAt: at(9) });
  const { rows } = await list('address', { search: 'ada@' });
  expect(rows).toMatchObject([{ id: 'address_1', customerName: 'ada@example.com' }]);
  expect((await list('address', { customerId: 'customer_1' })).total).toBe(1);
});

it('are filtered and sorted, and by ID where the kind has no such column', async () => {
  take(1, 'wallet.create', { wallet: wallet(1, { network: 'tron', nickname: 'B' }) });
  take(2, 'wallet.create', { wallet: wallet(2, { nickname: 'a' }) });
  take(3, 'wallet.create', { wallet: wallet(3, { nickname: 'C', deleted: at(3) }) });
  const ids = async (query: Partial<ListOtherRecordsInput>) =>
    (await list('wallet', { direction: 'ascending', ...query })).rows.map(({ id }) => id);
  expect(await ids({ sort: 'nickname' })).toEqual(['wallet_2', 'wallet_1', 'wallet_3']);
  expect(await ids({ network: 'tron' })).toEqual(['wallet_1']);
  expect(await ids({ state: 'deleted' })).toEqual(['wallet_3']);
  expect((await list('address', { sort: 'nickname' })).rows).toEqual([]);
});

it('can be seen as they were known, and are not known before', async () => {
  take(1, 'wallet.create', { wallet: wallet(1) });
  take(5, 'wallet.frozen', { wallet: wallet(1, { network: 'tron', updated: at(5) }) });
  const then = await get('wallet', 'wallet_1', at(2));
  expect(then).toMatchObject({
    network: 'base',
    state: 'created',
    eventList: [{ state: 'created' }],
  });
  expect((await list('wallet', { knownAt: at(2) })).rows).toMatchObject([{ state: 'created' }]);
  await expect(get('wallet', 'wallet_1', at(0))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('are the same in any order of arrival', async () => {
  const events = [
    () => take(1, 'wallet.create', { wallet: wallet(1) }),
    () => take(2, 'wallet.signed', { wallet: wallet(1, { owner: 'Ada', updated: at(2) }) }),
    () => take(3, 'wallet.frozen', { wallet: wallet(1, { primary: true, updated: at(3) }) }),
  ];
  for (const event of events.toReversed()) event();
  expect((await list('wallet')).rows).toMatchObject([
    { state: 'frozen', owner: 'Ada', signed: true, isPrimary: true },
  ]);
  const { eventList } = await get('wallet', 'wallet_1');
  expect(eventList.map(({ state }) => state)).toEqual(['created', 'signed', 'frozen']);
});
