import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { selfSigned } from '../../../core/service/testing/self-signed.ts';
import type { Inbox } from '../inbox/types.ts';
import {
  bytesOf,
  eventBody,
  openTestInbox,
  ownSecret,
  profileId,
  secrets,
  slotPath,
} from '../testing/deliveries.ts';
import { defaultLimits, type ReceiverLimits } from './http-receiver.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let receiver: Receiver;
const open: Socket[] = [];
const tls = selfSigned({ names: ['localhost'], notAfter: new Date('2040-01-01T00:00:00Z') });

async function start(limits: Partial<ReceiverLimits>, inbox: Inbox = test.inbox): Promise<void> {
  receiver = await startReceiver({
    inbox,
    secrets: { secretsOf: () => secrets },
    portsFile: `${test.directory}/receiver.json`,
    clock: systemClock,
    random: systemRandom,
    log: { error: () => undefined, info: () => undefined },
    tls,
    limits: { ...defaultLimits, ...limits },
  });
}

beforeEach(async () => {
  test = await openTestInbox();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await receiver.stop();
  await test.remove();
});

const head = `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\n`;
const event = (number: number) => bytesOf(eventBody(`event_${number}`));

/** Sends these bytes and no more; resolves when they are written. */
function stall(bytes: string, port = receiver.port): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve()));
    // Cut off for others: that is the test.
    socket.on('error', () => resolve());
    open.push(socket);
  });
}

/** Sends a genuine one on a connection of its own; its status. */
function send(body: Uint8Array, isTls = false): Promise<number | undefined> {
  const options = {
    method: 'POST',
    host: '127.0.0.1',
    path: `/hooks/${slotPath}`,
    agent: false,
    headers: { signature: sign(body, ownSecret.secret) },
  };
  const tlsPort = new URL(receiver.tlsOrigin ?? '').port;
  return new Promise((resolve, reject) => {
    const request = isTls
      ? httpsRequest({ ...options, port: tlsPort, ca: tls.cert, servername: 'localhost' })
      : httpRequest({ ...options, port: receiver.port });
    request.on('response', (response) => resolve(response.resume().statusCode));
    request.on('error', reject);
    request.end(body);
  });
}

it('keep no genuine delivery out, however many more of them come than may be open', async () => {
  await start({ connections: 8 });
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => stall(head)));
    expect(await send(event(round))).toBe(200);
  }
  expect(receiver.stats().connections).toBeLessThanOrEqual(8);
  expect(receiver.stats().dropped.connectionsRefused).toBeGreaterThan(300);
  expect(test.inbox.genuineCount(profileId)).toBe(20);
});

it('end no delivery that waits for its answer', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const append: Inbox['append'] = async (...group) => {
    await isFree;
    return await test.inbox.append(...group);
  };
  await start({ connections: 4 }, { ...test.inbox, append });
  const answer = send(event(1));
  await expect.poll(() => receiver.stats().deliveries).toBe(1);
  for (let times = 0; times < 12; times += 1) await stall(head);
  free();
  expect(await answer).toBe(200);
});

it('take no room from genuine bodies with theirs, once they are slow', async () => {
  const size = event(1).length;
  await start({ underWayBytes: 2 * size, slowMs: 0 });
  const slow = `${head}content-length: ${size}\r\n\r\n${'x'.repeat(size - 1)}`;
  for (let times = 1; times <= 3; times += 1) {
    await stall(slow);
    await stall(slow);
    expect(await send(event(times))).toBe(200);
  }
  expect(receiver.stats().dropped).toMatchObject({ noRoom: 0 });
  expect(receiver.stats().dropped.timedOut).toBeGreaterThan(0);
});

it('hold nothing up under TLS either, where no handshake was begun', async () => {
  await start({ connections: 4 });
  const port = Number(new URL(receiver.tlsOrigin ?? '').port);
  for (let times = 0; times < 12; times += 1) await stall('', port);
  expect(await send(event(1), true)).toBe(200);
  expect(await send(event(2), true)).toBe(200);
});
