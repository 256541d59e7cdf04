import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createIntentsRepository } from '../../core/intents/intents-repository.ts';
import { intentsMigrations } from '../../core/intents/migrations.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openTestRecords, type TestRecords } from '../../core/records/testing/open-records.ts';
import { type CollectParts, requestKeys, requests } from './collect.ts';

const key = 'a'.repeat(32);
const at = '2026-11-20T12:00:00.000Z';
const dayLater = '2026-11-21T12:00:00.000Z';

let test: TestRecords;
beforeEach(() => {
  test = openTestRecords();
  migrate(test.sqlite, [...recordsMigrations, ...intentsMigrations]);
  test.sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, settled_at, sentence, messages)
     VALUES (?, 'createCustomer', 'unknown', '{"customerId":"customer_7f-3e_1"}', ?, ?, '', '[]')`,
    [key, at, at],
  );
});
afterEach(() => test.remove());

const asked = (knownAt: string) =>
  ({ of: { kind: 'customer', id: '' }, knownAt, payoutsAt: knownAt, eventsAt: null }) as const;
const keysOf = (id: string, knownAt = at) =>
  requestKeys(
    test,
    { records: [], payouts: [], arrivals: [], events: [], ids: new Set([id]), within: null },
    asked(knownAt),
  );

it('finds requests by the IDs that their input names, in every spelling that is read', async () => {
  expect(await keysOf('customer_7f-3e_1')).toEqual([key]);
  expect(await keysOf('customer_7f')).toEqual([]);
});

it('tells what a person had said of a request by then, and nothing that was said later', async () => {
  const { sqlite } = test;
  const resolve = (verdict: string, resourceId: string | null, settledAt: string) =>
    sqlite.run(
      `INSERT INTO settlements (intent_key, verdict, resource_id, how, settled_by, settled_at)
       VALUES (?, ?, ?, 'id', 'ada', ?)`,
      [key, verdict, resourceId, settledAt],
    );
  resolve('exists', 'customer_first', at);
  resolve('unknown', null, '2026-11-20T13:00:00.000Z');
  resolve('exists', 'customer_new', dayLater);
  const intents = { ...createIntentsRepository(sqlite), readAnswer: () => null };
  const parts = { ...test, intents, known: { values: () => [] } } as unknown as CollectParts;
  const told = async (knownAt: string) => {
    for await (const request of requests(parts, [key], asked(knownAt))) return request;
    return null;
  };
  expect(await told(at)).toMatchObject({ state: 'exists', resourceId: 'customer_first' });
  const between = '2026-11-21T11:00:00.000Z';
  expect(await told(between)).toMatchObject({ state: 'unknown', resourceId: null });
  expect(await told(dayLater)).toMatchObject({ state: 'exists', resourceId: 'customer_new' });
  expect(await keysOf('customer_new', between)).toEqual([]);
  expect(await keysOf('customer_new', dayLater)).toEqual([key]);
  expect(await keysOf('customer_first', between)).toEqual([]);
  expect(await keysOf('customer_first')).toEqual([key]);
});
