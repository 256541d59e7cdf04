import { beforeEach, expect, it } from 'vitest';
import { readResource } from '../../../../contract/resources.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { Records } from '../../../core/records/types.ts';
import { bytesOf, eventBody } from '../testing/deliveries.ts';
import { takeLookup } from './take-lookup.ts';

let sqlite: Sqlite;
let records: Records;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
});

const at = '2026-11-20T15:00:00.000Z';
const customer = (status: string) => ({
  id: 'customer_1',
  type: 'individual',
  verificationProfiles: [{ name: 'base', status }],
});
const webhook = { id: 'webhook_1', name: 'Desk', secret: 'secret_abc', deliveryRate: '0.5' };

function look(body: object, isProduction = false) {
  const resource = readResource('event', body);
  if (resource === null) throw new Error('No event.');
  const bytes = bytesOf({ ok: true, data: { event: body } });
  return takeLookup({ records, isProduction }, { resource, bytes }, at);
}

const event = (more: object = {}) =>
  eventBody('event_1', {
    name: 'customer.kyc.successful',
    data: { customer: customer('approved') },
    webhookRecords: [{ requestIds: ['request_1'], webhook }],
    ...more,
  });

it('keeps the event with its bytes sealed, what it is about, and the webhooks that it tells of', () => {
  const brought = look(event());
  expect(brought?.webhooks.map(({ id }) => id)).toEqual(['webhook_1']);
  const [kept] = records.observations('event', 'event_1');
  expect(kept).toMatchObject({ source: 'event-look-up', observedAt: at, eventId: 'event_1' });
  expect(JSON.stringify(kept)).not.toContain('secret_abc');
  const raw = records.rawBytes({ kind: 'event', id: 'event_1' }, kept?.observationId ?? '');
  expect(new TextDecoder().decode(raw ?? undefined)).toContain('secret_abc');
  expect(JSON.stringify(sqlite.all('SELECT * FROM observations'))).not.toContain('secret_abc');
  expect(records.get('customer', 'customer_1')?.body).toEqual(customer('approved'));
  expect(records.get('webhook', 'webhook_1')?.body).toMatchObject({ deliveryRate: '0.5' });
});

it.each([
  { customer: 'customer_9' },
  { customerId: 'customer_9' },
  { customer: { id: 'customer_9' } },
])('a customer that is named by its id alone is known, and nothing else of it: %o', (data) => {
  look(event({ data }));
  expect(records.get('customer', 'customer_9')?.body).toEqual({ id: 'customer_9' });
  expect(records.standing('customer_9')?.newerEvent).toMatchObject({
    eventId: 'event_1',
    name: 'customer.kyc.successful',
  });
});

it.each([
  [{ customer: 'somebody' }, 'customer.kyc.successful'],
  [{ payout: { id: 'payout_1' }, customer: 'customer_9' }, 'payout.create'],
])('nobody is made up of %o of %s', (data, name) => {
  look(event({ data, name }));
  expect(records.ids('customer')).toEqual([]);
});

it('in production keeps a mock event, and merges nothing of it', () => {
  look(event({ mock: true }), true);
  expect(records.get('event', 'event_1')?.body).toMatchObject({ mock: true });
  expect(records.get('customer', 'customer_1')).toBeNull();
  expect(records.get('webhook', 'webhook_1')).toBeNull();
  look(event({ mock: true }));
  expect(records.get('customer', 'customer_1')).not.toBeNull();
});

it('never lets an old state stand above a newer one because the event was sent again', () => {
  records.observe({
    kind: 'customer',
    id: 'customer_1',
    body: customer('rejected'),
    source: 'delivery',
    observedAt: '2026-11-20T12:00:00.000Z',
    eventId: 'event_2',
    eventCreated: '2026-11-20T11:30:00.000Z',
    eventUpdated: '2026-11-20T11:30:00.000Z',
  });
  look(event({ created: '2026-11-20T11:00:00.000Z', updated: '2026-11-20T14:00:00.000Z' }));
  expect(records.get('customer', 'customer_1')?.body).toEqual(customer('rejected'));
});
