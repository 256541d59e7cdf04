import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { type AsOfRecords, openAsOf } from '../../../core/records/as-of.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { NewObservation, Records } from '../../../core/records/types.ts';
import { createPastWebhooks, type PastWebhooks } from './past-webhooks.ts';

let sqlite: Sqlite;
let records: Records;
let asOf: AsOfRecords;
let past: PastWebhooks;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
  asOf = openAsOf({ sqlite, clock: systemClock });
  past = createPastWebhooks({
    records,
    asOf,
    requirePast(knownAt) {
      if (knownAt.startsWith('2999')) throw new Failed('INVALID', { sentence: 'Not yet.' });
    },
  });
});
afterEach(() => {
  asOf.close();
});

const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
const tell = (seconds: number, body: NewObservation['body'], id = 'webhook_1') =>
  records.observe({ kind: 'webhook', id, body, source: 'webhook-record', observedAt: at(seconds) });

it('shows what was told by the moment, and nothing of what was told later', async () => {
  const url = 'https://hooks.example.com/hooks/0';
  records.observe({
    kind: 'webhook',
    id: 'webhook_1',
    source: 'create-answer',
    observedAt: at(1),
    body: { id: 'webhook_1', name: 'Desk', url, events: ['payout.create'], secret: 'secret_0' },
  });
  tell(2, { id: 'webhook_1', status: 'healthy', deliveryRate: '1' });
  tell(6, { id: 'webhook_1', status: 'healthy', deliveryRate: '1' });
  tell(8, { id: 'webhook_1', status: 'dead', deliveryRate: '0', name: 'Renamed' });
  tell(8, { id: 'webhook_2', url }, 'webhook_2');

  expect(await past.list(at(0))).toEqual({ rows: [], asOf: null });
  const row = {
    id: 'webhook_1',
    name: 'Desk',
    description: null,
    url,
    events: ['payout.create'],
    active: null,
    created: null,
    status: 'healthy',
    deliveryRate: '1',
    statusSource: 'webhook-record',
    firstLearnedAt: at(1),
  };
  const earlier = { ...row, statusLearnedAt: at(2), lastLearnedAt: at(2) };
  expect(await past.list(at(5))).toEqual({ rows: [earlier], asOf: at(2) });
  expect((await past.list(at(7))).rows).toEqual([
    { ...row, statusLearnedAt: at(6), lastLearnedAt: at(6) },
  ]);
  expect((await past.list(at(9))).rows.map(({ id, name }) => [id, name])).toEqual([
    ['webhook_1', 'Renamed'],
    ['webhook_2', null],
  ]);

  const detail = await past.get('webhook_1', at(5));
  expect(detail).toMatchObject({ ...earlier, observations: 2 });
  expect(detail.learned.map(({ source, observedAt }) => [source, observedAt])).toEqual([
    ['webhook-record', at(2)],
    ['create-answer', at(1)],
  ]);
  expect(detail.asReceived).toEqual({
    id: 'webhook_1',
    name: 'Desk',
    url,
    events: ['payout.create'],
    status: 'healthy',
    deliveryRate: '1',
  });
  expect(JSON.stringify(detail)).not.toContain('secret_0');
});

it('reads the newest 200 of many, and counts all', async () => {
  sqlite.transaction(() => {
    tell(1, { status: 'healthy' });
    for (let number = 0; number < 250; number += 1) tell(2, { description: `${number}` });
  });
  const detail = await past.get('webhook_1', at(3));
  expect(detail.learned).toHaveLength(200);
  expect(detail.observations).toBe(251);
  // Told before the newest 200: that it is so is known, when it was told last is not.
  expect(detail).toMatchObject({ status: 'healthy', statusLearnedAt: null });
});

it('knows nothing of a webhook that nothing was observed of by then, and no future', async () => {
  tell(5, { name: 'Desk' });
  await expect(past.get('webhook_1', at(4))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(past.get('webhook_9', at(9))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(past.list('2999-01-01T00:00:00Z')).rejects.toThrow('Not yet.');
  await expect(past.get('webhook_1', '2999-01-01T00:00:00Z')).rejects.toThrow('Not yet.');
});
