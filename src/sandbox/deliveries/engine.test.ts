import { expect, test } from 'vitest';
import { sign } from '../../contract/signature.ts';
import { defaultSettings } from '../state/settings.ts';
import {
  attempts,
  createWebhook,
  eventually,
  idOf,
  toReceiver,
  trigger,
} from '../testing/deliveries.ts';
import { startSandbox, temporaryDirectory } from '../testing/harness.ts';
import { status } from '../testing/receiver.ts';
import { receiving } from '../testing/receiving.ts';
import { signatureFor } from './engine.ts';

test('a delivery is the bare event, signed with the whole secret over its exact bytes', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  const { secret } = await createWebhook(running, receiver, ['wallet.create']);
  const id = await trigger(running, { name: 'wallet.create' });

  const [delivery] = await receiver.until((all) => all.length === 1);
  expect(delivery?.headers['signature']).toBe(sign(Buffer.from(delivery?.body ?? ''), secret));
  expect(delivery?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    id,
    name: 'wallet.create',
    webhookRecords: [],
    mock: true,
  });
});

test('only webhooks that listen to a name hear it', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await createWebhook(running, receiver, ['wallet.create'], '/wallets');
  await createWebhook(running, receiver, ['payout.create', 'wallet.create'], '/both');
  await trigger(running, { name: 'payout.create' });
  await trigger(running, { name: 'wallet.create' });

  const paths = (await receiver.until((all) => all.length === 3)).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(['/both', '/both', '/wallets']);
});

test('a failed delivery is sent again, byte for byte, until it is taken', async () => {
  const receiver = await receiving();
  await using running = await startSandbox({ ...toReceiver(receiver), timeScale: 10_000 });
  await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith((response, _, index) => {
    response.writeHead(index < 2 ? 500 : 200).end();
  });
  await trigger(running, { name: 'wallet.create' });

  const received = await receiver.until((all) => all.length === 3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['signature'])).size).toBe(1);
});

test('after the last attempt a delivery has failed', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await running.control('PATCH', '/settings', { retryDelaysMs: [0, 1, 1] });
  await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith(status(503));
  await trigger(running, { name: 'wallet.create' });
  const state = await eventually(
    () => running.control('GET', '/state'),
    ({ body }) => body.deliveries.pending === 0,
  );

  expect(state.body.deliveries).toMatchObject({ failed: 1, delivered: 0 });
  expect(receiver.received).toHaveLength(3);
});

test('a redirect is a failure and is not followed', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await running.control('PATCH', '/settings', { retryDelaysMs: [0] });
  await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith(status(302, { location: `${receiver.origin}/elsewhere` }));
  await trigger(running, { name: 'wallet.create' });
  const items = await attempts(running, 1);

  expect(items[0]).toMatchObject({ status: 302, delivered: 0 });
  expect(items[0].problem).toBe('Answered 302: redirects are not followed.');
  expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
});

test('410 makes a webhook inactive and cancels what waits for it', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  const { id } = await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith(status(410));
  await trigger(running, { name: 'wallet.create', count: 40 });
  const state = await eventually(
    () => running.control('GET', '/state'),
    ({ body }) => body.deliveries.pending === 0,
  );

  expect(state.body.webhooks).toMatchObject([{ id, active: false }]);
  expect(state.body.deliveries).toMatchObject({ cancelled: 40, delivered: 0 });
  await trigger(running, { name: 'wallet.create' });
  expect((await running.control('GET', '/state')).body.deliveries).toEqual(state.body.deliveries);
});

test('a slow receiver delays nobody else', async () => {
  const slow = await receiving();
  const quick = await receiving();
  await using running = await startSandbox({
    trustCa: `${slow.ca}\n${quick.ca}`,
    allowPrivateDeliveries: true,
  });
  await createWebhook(running, slow, ['wallet.create']);
  await createWebhook(running, quick, ['wallet.create']);
  slow.answerWith(() => undefined);
  await running.control('POST', '/events', { name: 'wallet.create', count: 100 });

  await quick.until((all) => all.length === 100);
  expect(slow.received.length).toBeLessThanOrEqual(16);
});

test('a receiver that does not answer in time has failed', async () => {
  const receiver = await receiving();
  await using running = await startSandbox({ ...toReceiver(receiver), deliveryTimeoutMs: 50 });
  await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith(() => undefined);
  await trigger(running, { name: 'wallet.create' });
  const items = await attempts(running, 1);

  expect(items[0]).toMatchObject({ status: null, problem: 'No answer within 0.05 s.' });
});

test('an event tells the requests made for it and how its webhooks fare', async () => {
  const receiver = await receiving();
  await using running = await startSandbox({ ...toReceiver(receiver), timeScale: 10_000 });
  const { id, updated } = await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith((response, _, index) => {
    response.writeHead(index === 0 ? 500 : 204).end();
  });
  const eventId = await trigger(running, { name: 'wallet.create' });
  const { body } = await eventually(
    () => running.get(`/v1/event/${eventId}`),
    (reply) => reply.body.data.event.webhookRecords[0]?.requestIds.length === 2,
  );

  const [record] = body.data.event.webhookRecords;
  expect(record.requestIds).toEqual([
    expect.stringMatching(/^request_[a-z0-9]+$/),
    expect.stringMatching(/^request_[a-z0-9]+$/),
  ]);
  expect(record.webhook).toMatchObject({ id, deliveryRate: '0.5', status: 'degraded' });
  expect(record.webhook.secret).toBeUndefined();
  expect(record.webhook.updated > updated).toBe(true);
  expect(body.data.event.updated).toBe(body.data.event.created);
});

test('what waits is delivered after a restart', async () => {
  await using directory = await temporaryDirectory();
  const receiver = await receiving();
  const options = { dataDir: directory.path, trustCa: receiver.ca };
  const eventIds = await (async () => {
    await using running = await startSandbox(options);
    await running.control('PATCH', '/settings', { retryDelaysMs: [0, 1] });
    await createWebhook(running, receiver, ['wallet.create']);
    await running.control('PATCH', '/settings', { retryDelaysMs: [60_000, 1] });
    return (await running.control('POST', '/events', { name: 'wallet.create', count: 5 })).body
      .eventIds as string[];
  })();
  expect(receiver.received).toEqual([]);

  let now = 0;
  await using running = await startSandbox({
    ...options,
    allowPrivateDeliveries: true,
    clock: { now: () => Date.now() + now },
  });
  now = 120_000;
  await trigger(running, { name: 'wallet.create' });
  const received = await receiver.until((all) => all.length >= 5);
  expect(received.map(idOf)).toEqual(expect.arrayContaining(eventIds));
});

test('an event can be delivered again', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await createWebhook(running, receiver, ['wallet.create']);
  const id = await trigger(running, { name: 'wallet.create' });
  await receiver.until((all) => all.length === 1);
  const reply = await running.control('POST', `/events/${id}/redeliver`);
  const received = await receiver.until((all) => all.length === 2);

  expect(reply.status).toBe(201);
  expect(received[1]?.body).toBe(received[0]?.body);
});

test('an event can be sent to webhooks that do not listen to it', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  const { id } = await createWebhook(running, receiver, ['wallet.create']);
  await trigger(running, { name: 'thing.happened', webhookIds: [id] });
  const [delivery] = await receiver.until((all) => all.length === 1);
  expect(JSON.parse(delivery?.body ?? '').name).toBe('thing.happened');
});

test('a reset ends what is under way and leaves nothing behind', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith(() => undefined);
  await trigger(running, { name: 'wallet.create', count: 20 });
  await receiver.until((all) => all.length > 0);
  const { body } = await running.control('POST', '/reset');
  expect(body).toMatchObject({ events: 0, attempts: 0, deliveries: { pending: 0 }, webhooks: [] });

  receiver.answerWith(status(200));
  await createWebhook(running, receiver, ['wallet.create']);
  const id = await trigger(running, { name: 'wallet.create' });
  const all = await receiver.until((received) => received.some((one) => idOf(one) === id));
  expect(all.at(-1)).toBeDefined();
});

const secret = 'secret_abc';
/** Parsed and written again it has no space, and another number. */
const body = Buffer.from('{"amount": 1.0}');

test('the bytes that are sent are signed, not what they say', () => {
  expect(signatureFor(body, secret, 'genuine', defaultSettings)).toBe(sign(body, secret));
});

test('where the switch says so, the body is signed as it is when written again', () => {
  const settings = { ...defaultSettings, signatureInput: 'reserialised' as const };
  const again = Buffer.from('{"amount":1}');
  expect(signatureFor(body, secret, 'genuine', settings)).toBe(sign(again, secret));
});
