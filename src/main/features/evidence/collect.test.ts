import { expect, it } from 'vitest';
import { openTestRecords } from '../../core/records/testing/open-records.ts';
import { requestKeys } from './collect.ts';

it('finds requests by the IDs that their input names, in every spelling that is read', async () => {
  const { sqlite, remove } = openTestRecords();
  const key = 'a'.repeat(32);
  const at = '2026-11-20T12:00:00.000Z';
  sqlite.exec(`
    CREATE TEMP TABLE standing_intents (sequence, key, input, resource_id, journalled_at);
    INSERT INTO standing_intents VALUES (1, '${key}', '{"customerId":"customer_7f-3e_1"}', NULL, '${at}');`);
  const keysOf = (id: string) =>
    requestKeys(
      { sqlite },
      { records: [], payouts: [], arrivals: [], events: [], ids: new Set([id]), within: null },
      { of: { kind: 'customer', id }, knownAt: at, payoutsAt: at, eventsAt: null },
    );
  expect(await keysOf('customer_7f-3e_1')).toEqual([key]);
  expect(await keysOf('customer_7f')).toEqual([]);
  remove();
});
