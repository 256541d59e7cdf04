import { expect, test } from 'vitest';
import { testCertificate } from '../testing/certificate.ts';
import { attempts, createWebhook, eventually, toReceiver, trigger } from '../testing/deliveries.ts';
import type { Json } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';
import { receiving } from '../testing/receiving.ts';
import { createGuard } from './guard.ts';
import { createTransport } from './transport.ts';

test('deliveries to loopback come from several addresses', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await createWebhook(running, receiver, ['wallet.create']);
  await running.control('POST', '/events', { name: 'wallet.create', count: 40 });
  const received = await receiver.until((all) => all.length === 40);

  expect(new Set(received.map(({ from }) => from)).size).toBeGreaterThan(1);
});

test('without permission nothing is sent to a private address', async () => {
  const receiver = await receiving();
  await using running = await startSandbox({ trustCa: receiver.ca });
  await createWebhook(running, receiver, ['wallet.create']);
  await trigger(running, { name: 'wallet.create' });
  const items = await attempts(running, 1);

  expect(items[0].problem).toBe('The address is not a public one.');
  expect(receiver.received).toEqual([]);
});

test('an allowed origin is reached with its own certificate, another loopback origin is not', async () => {
  const ours = await receiving();
  const other = await receiving();
  await using running = await startSandbox();
  running.sandbox.allowDeliveryOrigin(ours.origin, ours.ca);
  await createWebhook(running, ours, ['wallet.create']);
  await createWebhook(running, other, ['wallet.create']);
  await trigger(running, { name: 'wallet.create' });
  await ours.until((all) => all.length === 1);
  const items = await attempts(running, 2);

  expect(items.map((item: Json) => item.delivered).toSorted()).toEqual([0, 1]);
  expect(other.received).toEqual([]);
});

test('a certificate that is not trusted ends the delivery', async () => {
  const receiver = await receiving();
  await using running = await startSandbox({ allowPrivateDeliveries: true });
  await createWebhook(running, receiver, ['wallet.create']);
  await trigger(running, { name: 'wallet.create' });
  const items = await attempts(running, 1);

  expect(items[0].problem).toMatch(/^The certificate is not trusted/);
  expect(receiver.received).toEqual([]);
});

test('a receiver is reached by its name, and the certificate must carry that name', async () => {
  const right = await receiving();
  const wrong = await receiving(0, testCertificate(['other.example']));
  await using running = await startSandbox({
    trustCa: `${right.ca}\n${wrong.ca}`,
    allowPrivateDeliveries: true,
  });
  for (const { origin } of [right, wrong]) {
    const url = origin.replace('127.0.0.1', 'localhost');
    await running.post('/v1/webhook', { name: 'w', url, events: ['wallet.create'] });
  }
  await trigger(running, { name: 'wallet.create' });
  const items = await attempts(running, 2);

  const problems = items.map((item: Json) => item.problem);
  expect(problems).toContain(null);
  expect(problems).toContain('The certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).');
  expect([right.received.length, wrong.received.length]).toEqual([1, 0]);
  expect(right.received[0]?.headers.host).toBe(
    right.origin.replace('https://127.0.0.1', 'localhost'),
  );
});

test('the connection goes to the address that was checked, whatever the name says by then', async () => {
  const receiver = await receiving(0, testCertificate(['receiver.invalid']));
  const guard = createGuard({
    allowPrivate: true,
    trustCa: receiver.ca,
    allowedOrigins: [],
    // Only the test resolves the name: a second lookup would find nothing.
    resolve: async () => ['127.0.0.1'],
  });
  const transport = createTransport({ guard, timeoutMs: 30_000 });
  const sent = await transport.send(
    {
      url: receiver.origin.replace('127.0.0.1', 'receiver.invalid'),
      body: Buffer.from('{}'),
      signature: null,
      changesAddress: false,
    },
    new AbortController().signal,
  );
  transport.close();

  expect(sent).toEqual({ status: 200, problem: null });
  expect(receiver.received[0]?.headers.host).toMatch(/^receiver\.invalid:/);
});

test('a kept connection that the receiver has closed costs no attempt', async () => {
  const receiver = await receiving();
  await using running = await startSandbox(toReceiver(receiver));
  await running.control('PATCH', '/settings', { deliveryAddresses: 'fixed' });
  await createWebhook(running, receiver, ['wallet.create']);
  const used = new WeakSet<object>();
  receiver.answerWith((response) => {
    const { socket } = response;
    if (socket === null) return;
    if (used.has(socket)) socket.destroy();
    else response.writeHead(200).end();
    used.add(socket);
  });
  for (const attempts of [1, 2]) {
    await trigger(running, { name: 'wallet.create' });
    await eventually(
      () => running.control('GET', '/state'),
      ({ body }) => body.attempts === attempts,
    );
  }

  const { items } = (await running.control('GET', '/list/attempts')).body;
  expect(items.map((item: Json) => item.delivered)).toEqual([1, 1]);
  expect(receiver.received).toHaveLength(3);
});
