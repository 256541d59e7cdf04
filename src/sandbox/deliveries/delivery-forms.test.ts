import { expect, test } from 'vitest';
import { sign, verifySignature } from '../../contract/signature.ts';
import { createWebhook, idOf, toReceiver, trigger } from '../testing/deliveries.ts';
import type { Json } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';
import { receiving } from '../testing/receiving.ts';

test.each([
  ['event', (body: Json) => body.event],
  ['envelope', (body: Json) => body.data.event],
  ['typed', (body: Json) => ({ ...body, name: body.type })],
])('the delivery form %s is a switch', async (form, find) => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await running.control('PATCH', '/settings', { deliveryForm: form });
  const { secret } = await createWebhook(running, receiver, ['wallet.create']);
  const id = await trigger(running, { name: 'wallet.create' });
  const [delivery] = await receiver.until((all) => all.length === 1);

  const { body = '', headers = {} } = delivery ?? {};
  expect(find(JSON.parse(body))).toMatchObject({ id, name: 'wallet.create' });
  expect(headers['signature']).toBe(sign(Buffer.from(body), secret));
});

test.each([
  ['bare', (body: Json) => body],
  ['event', (body: Json) => body.event],
  ['envelope', (body: Json) => body.data.event],
])('resentUpdated moves `updated` of what is sent again, in the form %s', async (form, find) => {
  const receiver = await receiving();
  await using running = await startSandbox({ ...toReceiver(receiver), timeScale: 10_000 });
  const switches = { deliveryForm: form, signatureInput: 'reserialised', resentUpdated: 'moves' };
  await running.control('PATCH', '/settings', switches);
  const { secret } = await createWebhook(running, receiver, ['wallet.create']);
  receiver.answerWith((response, _, index) => {
    response.writeHead(index === 0 ? 500 : 200).end();
  });
  const created = '2026-11-20T12:00:00.000Z';
  const data = { event: { updated: created } };
  const id = await trigger(running, { name: 'wallet.create', created, data });
  await receiver.until((all) => all.length === 2);
  await running.control('POST', `/events/${id}/redeliver`);
  const sent = await receiver.until((all) => all.length === 3);

  const events = sent.map(({ body }) => find(JSON.parse(body)));
  const moved = { updated: expect.not.stringContaining(created) };
  expect(events).toMatchObject([{ updated: created }, moved, moved]);
  for (const event of events) expect(event).toMatchObject({ id, created, data });
  for (const { body, headers } of sent) {
    const signature = String(headers['signature']);
    expect(verifySignature(Buffer.from(body), signature, secret)).toBe('genuine-reserialised');
  }
});

test('a signature can cover the body serialised again, in upper case', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await running.control('PATCH', '/settings', {
    signatureInput: 'reserialised',
    signatureCase: 'upper',
  });
  const { secret } = await createWebhook(running, receiver, ['wallet.create']);
  await trigger(running, { name: 'wallet.create' });
  const [delivery] = await receiver.until((all) => all.length === 1);

  const signature = String(delivery?.headers['signature']);
  expect(signature).toMatch(/^[0-9A-F]{64}$/);
  expect(verifySignature(Buffer.from(delivery?.body ?? ''), signature, secret)).toBe(
    'genuine-reserialised',
  );
});

test('faults duplicate, reorder and spoil deliveries', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  const { secret } = await createWebhook(running, receiver, ['wallet.create']);
  await running.control('POST', '/faults', { kind: 'duplicate', copies: 2 });
  const repeated = await trigger(running, { name: 'wallet.create' });
  const copies = await receiver.until((all) => all.length === 3);
  expect(copies.map(idOf)).toEqual([repeated, repeated, repeated]);

  await running.control('POST', '/faults', { kind: 'reorder', count: 3, stepMs: 300 });
  const { eventIds } = (
    await running.control('POST', '/events', { name: 'wallet.create', count: 3 })
  ).body;
  const reordered = (await receiver.until((all) => all.length === 6)).slice(3);
  expect(reordered.map(idOf)).toEqual(eventIds.toReversed());

  await running.control('POST', '/faults', { kind: 'signature', signing: 'wrong' });
  await trigger(running, { name: 'wallet.create' });
  const spoilt = (await receiver.until((all) => all.length === 7))[6];
  expect(
    verifySignature(Buffer.from(spoilt?.body ?? ''), String(spoilt?.headers['signature']), secret),
  ).toBe('wrong');
});
