import { expect, test } from 'vitest';
import type { Json, Running } from '../testing/harness.ts';
import { startSandbox, temporaryDirectory } from '../testing/harness.ts';
import { defaultSettings } from './settings.ts';

const turned = async (settings: Json): Promise<Running> => {
  const running = await startSandbox();
  const { status } = await running.control('PATCH', '/settings', settings);
  expect(status).toBe(200);
  return running;
};

const customerOf = async (running: Running, body: Json = { type: 'individual' }): Promise<Json> =>
  (await running.post('/v2/customer', body)).body;

const accountOf = async (running: Running, more: Json = {}) =>
  await running.post('/v2/virtual-account', {
    customerId: (await customerOf(running)).id,
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'ethereum',
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    ...more,
  });

const anEvent = async (running: Running): Promise<string> =>
  (await running.control('POST', '/events', { name: 'wallet.create' })).body.eventIds[0];

const webhookInput = { name: 'w', url: 'https://receiver.example/', events: ['wallet.create'] };

test('eventForm bare answers the event alone (decisions 2)', async () => {
  await using running = await turned({ eventForm: 'bare' });
  const id = await anEvent(running);
  const { body } = await running.get(`/v1/event/${id}`);
  expect(body).toMatchObject({ id, name: 'wallet.create' });
  expect(body.ok).toBeUndefined();
});

test('a switch is seen in events read before', async () => {
  await using running = await startSandbox();
  const id = await anEvent(running);
  expect((await running.get(`/v1/event/${id}`)).body.ok).toBe(true);
  await running.control('PATCH', '/settings', { eventForm: 'bare' });
  expect((await running.get(`/v1/event/${id}`)).body.id).toBe(id);
});

test('feeSpelling reads one spelling alone (decisions 1)', async () => {
  await using table = await turned({ feeSpelling: 'integratorBpsFee' });
  const one = await accountOf(table, { integratorBpsfee: '40' });
  expect(one.body.fees.integratorFee.bpsRate).toBe('0');
  await using example = await turned({ feeSpelling: 'integratorBpsfee' });
  const other = await accountOf(example, { integratorBpsfee: '40' });
  expect(other.body.fees.integratorFee.bpsRate).toBe('40');
  for (const ignored of ['41', 'forty', 7, null]) {
    const fees = { integratorBpsFee: '40', integratorBpsfee: ignored };
    const { body } = await accountOf(table, fees);
    expect(body.fees.integratorFee.bpsRate).toBe('40');
  }
  await table.control('PATCH', '/settings', { unknownFields: 'refuse' });
  const refused = await accountOf(table, { integratorBpsFee: '40', integratorBpsfee: '40' });
  expect(refused.body.error.information).toEqual(['integratorBpsfee: is not known']);
});

test('v2PostStatus is the success code of v2 (decisions 4)', async () => {
  await using running = await turned({ v2PostStatus: 200 });
  expect((await accountOf(running)).status).toBe(200);
});

test('errorForm problem and validationStatus change errors, not those of the control plane (decisions 5)', async () => {
  await using running = await turned({ errorForm: 'problem', validationStatus: 422 });
  const { status, body } = await running.post('/v2/customer', {});
  expect(status).toBe(422);
  expect(body).toEqual({
    status: 422,
    detail: 'Required',
    code: 'validation',
    errors: [{ message: 'Required' }],
  });
  const control = await running.control('PATCH', '/settings', { nonsense: 1 });
  expect([control.status, control.body.error.information.length]).toEqual([400, 1]);
});

test('v1ErrorsUnder200 says the status in the envelope alone (decisions 6)', async () => {
  await using running = await turned({ v1ErrorsUnder200: true });
  const { status, body } = await running.get('/v1/event/event_a');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: false, statusCode: 404 });
  expect((await running.get('/v2/nothing')).status).toBe(404);
});

test('more fields can be required (decisions 7)', async () => {
  await using running = await turned({
    requiredCustomerFields: ['email', 'address'],
    webhookDescriptionRequired: true,
  });
  const { body } = await running.post('/v2/customer', { type: 'individual' });
  expect(body.error.information).toEqual(['Required', 'Required']);
  const webhook = await running.post('/v1/webhook', webhookInput);
  expect(webhook.body.message).toBe('Required');
});

test('deliveryRateUnit percent (decisions 11)', async () => {
  await using running = await turned({ deliveryRateUnit: 'percent' });
  const { body } = await running.post('/v1/webhook', webhookInput);
  expect(body.data.webhook.deliveryRate).toBe('100');
});

test('networks and pairs can be taken as they come (decisions 13, 14)', async () => {
  await using running = await turned({ networks: 'any', pairs: 'any', addresses: 'any' });
  expect((await accountOf(running, { network: 'dogecoin' })).status).toBe(201);
  expect((await accountOf(running, { network: 'tron' })).status).toBe(201);
});

test('profiles can use other words (decisions 15)', async () => {
  await using running = await turned({ profileStatusWords: { pending: 'in_review' } });
  const { id } = await customerOf(running);
  const { body } = await running.control('POST', `/customers/${id}/kyc`, { to: 'pending' });
  expect(body.customer.verificationProfiles[0].status).toBe('in_review');
});

test('unknown fields can be refused (decisions 20)', async () => {
  await using running = await turned({ unknownFields: 'refuse' });
  const customer = await running.post('/v2/customer', { type: 'individual', colour: 'blue' });
  expect(customer.body.error.information).toEqual(['colour: is not known']);
  const nested = { address: { city: 'Paris', colour: 'blue' }, personalInformation: { age: 7 } };
  const inside = await running.post('/v2/customer', { type: 'individual', ...nested });
  expect(inside.body.error.information).toEqual([
    'address.colour: is not known',
    'personalInformation.age: is not known',
  ]);
  expect((await accountOf(running, { colour: 'blue' })).status).toBe(400);
  const webhook = await running.post('/v1/webhook', { ...webhookInput, colour: 'blue' });
  expect(webhook.body.message).toBe('colour: is not known');
});

test('the platform fee is a switch, fractions too (decisions 21)', async () => {
  await using running = await turned({ platformBps: '12.5' });
  const { body } = await accountOf(running, { integratorBpsFee: '40' });
  expect(body.fees).toMatchObject({ totalBpsRate: '52.5', platformFee: { bpsRate: '12.5' } });
});

test('the KYC gate refuses until a profile is approved (decisions 22)', async () => {
  await using running = await turned({ kycGate: true });
  const refused = await accountOf(running);
  expect(refused.status).toBe(403);
  expect(refused.body.error.general).toBe('The customer has no approved verification profile');

  const { id } = await customerOf(running);
  await running.control('POST', `/customers/${id}/kyc`, { to: 'pending' });
  await running.control('POST', `/customers/${id}/kyc`, { to: 'successful' });
  expect((await accountOf(running, { customerId: id })).status).toBe(201);
});

test('personalInformation of a business can be taken (decisions 24)', async () => {
  await using running = await turned({ businessPersonalInformation: 'accept' });
  const reply = await running.post('/v2/customer', { type: 'business', personalInformation: {} });
  expect(reply.status).toBe(201);
});

test('destinations can come back in one spelling (decisions 27)', async () => {
  await using running = await turned({ destinationSpelling: 'normalised', addresses: 'any' });
  const { body } = await accountOf(running, { network: 'sol' });
  expect(body.destination).toMatchObject({
    network: 'solana',
    walletAddress: '0x52908400098527886e0f7030069857d2e4169ee7',
  });
});

test('a rate limit answers 429 with Retry-After', async () => {
  await using running = await startSandbox({ clock: { now: () => 1_000_000_000_000 } });
  await running.control('PATCH', '/settings', { rateLimitPerSecond: 3 });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => running.get('/v1/event/event_a')),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([404, 404, 404, 429, 429]);
  const limited = replies.find(({ status }) => status === 429);
  expect(limited?.headers.get('retry-after')).toBe('1');
});

test('switches survive a restart and can be set back', async () => {
  await using directory = await temporaryDirectory();
  {
    await using running = await startSandbox({ dataDir: directory.path });
    await running.control('PATCH', '/settings', { platformBps: '99' });
  }
  await using running = await startSandbox({ dataDir: directory.path });
  expect((await running.control('GET', '/settings')).body.platformBps).toBe('99');
  expect((await running.control('DELETE', '/settings')).body).toEqual(defaultSettings);
  expect((await running.control('GET', '/settings')).body).toEqual(defaultSettings);
});

test('a change leaves the other switches alone, and a wrong one changes nothing', async () => {
  await using running = await turned({ kycGate: true });
  await running.control('PATCH', '/settings', { platformBps: '1' });
  const wrong = await running.control('PATCH', '/settings', { platformBps: '-1', kycGate: false });
  expect(wrong.status).toBe(400);
  expect((await running.control('GET', '/settings')).body).toEqual({
    ...defaultSettings,
    kycGate: true,
    platformBps: '1',
  });
});
