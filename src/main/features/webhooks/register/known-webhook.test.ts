import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { Records } from '../../../core/records/types.ts';
import { intakeMigrations, openIntake } from '../intake/intake.ts';
import { lastEventAt } from '../open-webhooks.ts';
import { delivery, openTestInbox, profileId, secrets, slotPath } from '../testing/deliveries.ts';
import { checkExisting, refreshFrom } from './known-webhook.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let records: Records;
beforeEach(async () => {
  test = await openTestInbox();
  const file = join(test.directory, 'profile.db');
  sqlite = openSqlite({ file, key: new Uint8Array(32).fill(1) });
  migrate(sqlite, [...recordsMigrations, ...intakeMigrations]);
  records = openRecords({ sqlite });
});
afterEach(async () => {
  sqlite.close();
  await test.remove();
});

const event = (id: string, mock: boolean) => ({
  id,
  name: 'payout.create',
  mock,
  data: {},
  created: '2026-11-20T12:00:00.000Z',
  updated: '2026-11-20T12:00:00.000Z',
  webhookRecords: [
    {
      requestIds: ['request_1'],
      webhook: {
        id: 'webhook_1',
        name: 'Desk',
        description: '',
        url: 'https://hooks.example.com/hooks/0',
        events: ['payout.create'],
        active: true,
        status: 'dead',
        deliveryRate: '0',
        created: '2026-11-20T12:00:00.000Z',
        updated: '2026-11-20T12:00:00.000Z',
      },
    },
  ],
});

const refresh = (mock: boolean, isProduction: boolean) =>
  refreshFrom('webhook_1', {
    records,
    sqlite,
    isProduction,
    lastEventOf: () => 'event_1',
    clock: systemClock,
    client: {
      getEvent: () =>
        Promise.resolve({
          kind: 'answered',
          status: 200,
          requestId: null,
          resource: { kind: 'event', id: 'event_1', body: event('event_1', mock), deviations: [] },
        } as never),
    },
  });

describe('status and rate from an event that is read', () => {
  it('are taken from a real one', async () => {
    await refresh(false, true);
    expect(records.get('webhook', 'webhook_1')?.body).toMatchObject({ status: 'dead' });
  });

  it('are never taken from a mock one in production, and it says so (decisions 23)', async () => {
    await expect(refresh(true, true)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('test data'),
    });
    expect(records.ids('webhook')).toEqual([]);
    // The event itself is kept and marked.
    expect(records.ids('event')).toEqual(['event_1']);
  });

  it('are taken from a mock one in a sandbox, where triggered samples are all there is', async () => {
    await refresh(true, false);
    expect(records.ids('webhook')).toEqual(['webhook_1']);
  });
});

describe('the last event of a path', () => {
  const opened = async (isProduction: boolean) => {
    const intake = openIntake({
      inbox: test.inbox,
      sqlite,
      records,
      secrets: { secretsOf: () => secrets },
      profileId,
      privateKey: test.keys.privateKey,
      isProduction,
      clock: systemClock,
      log: { error: () => undefined, warn: () => undefined },
    });
    for (const [id, mock] of [
      ['event_real1', false],
      ['event_mock1', true],
    ] as const) {
      await test.inbox.append([delivery(event(id, mock))]);
    }
    await intake.catchUp();
    return intake;
  };

  it('is not a mock one in production', async () => {
    const intake = await opened(true);
    expect(lastEventAt(intake, slotPath)).toBe('event_real1');
    await intake.close();
  });

  it('may be a mock one elsewhere, and is none where none came', async () => {
    const intake = await opened(false);
    expect(lastEventAt(intake, slotPath)).toBe('event_mock1');
    expect(lastEventAt(intake, 'f'.repeat(32))).toBeNull();
    await intake.close();
  });
});

it('an existing webhook has its ID, a secret and an https URL', () => {
  const url = 'https://hooks.example.com/a';
  const given = { webhookId: 'webhook_1', url, name: null, secret: 'secret_1' };
  expect(checkExisting(given, null)).toEqual({ url, slotPath: null });
  for (const wrong of [
    { webhookId: 'customer_1' },
    { secret: '1' },
    { url: 'http://hooks.example.com/a' },
    { url: '' },
  ])
    expect(() => checkExisting({ ...given, ...wrong }, null)).toThrow(/^Enter /);
});
