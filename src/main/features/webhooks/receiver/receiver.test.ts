import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { selfSigned } from '../../../core/service/testing/self-signed.ts';
import { probePath } from '../inbox/webhook-paths.ts';
import type { SecretsOfPath } from '../signature-checks/types.ts';
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
import { ReceiverPortTaken } from './listen.ts';
import { readPorts } from './ports.ts';
import { type ReceiverOptions, startReceiver } from './receiver.ts';
import type { Receiver } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let receiver: Receiver;
let known: SecretsOfPath;
let lookUp: () => SecretsOfPath;
const failures: unknown[] = [];

async function start(
  limits: Partial<ReceiverLimits> = {},
  more: Partial<ReceiverOptions> = {},
): Promise<Receiver> {
  return await startReceiver({
    inbox: test.inbox,
    secrets: { secretsOf: () => lookUp() },
    portsFile: `${test.directory}/receiver.json`,
    clock: systemClock,
    random: systemRandom,
    log: { error: (details: unknown) => failures.push(details), info: () => undefined },
    limits: { ...defaultLimits, ...limits },
    ...more,
  });
}

beforeEach(async () => {
  known = secrets;
  lookUp = () => known;
  failures.length = 0;
  test = await openTestInbox();
  receiver = await start();
});
afterEach(async () => {
  await receiver.stop();
  await test.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

function send(
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
  { path = `/hooks/${slotPath}`, method = 'POST' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${receiver.origin}${path}`, { method, headers, agent: false });
    request.on('response', async (response) => {
      await text(response);
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const signed = (body: Uint8Array, secret = ownSecret.secret) => ({ signature: sign(body, secret) });
const event = bytesOf(eventBody('event_1'));
const stored = () => test.inbox.deliveries({ profileId, limit: 100 });

describe('the answer', () => {
  it('is 200 to a genuine delivery, which is there', async () => {
    expect((await send(event, signed(event))).status).toBe(200);
    expect(stored()).toMatchObject([{ keeping: 'kept', verdict: { kind: 'genuine' } }]);
    expect(test.inbox.content(1, test.keys.privateKey)?.body).toEqual(event);
  });

  it('is 200 to a repeat, which is counted', async () => {
    await send(event, signed(event));
    expect((await send(event, signed(event))).status).toBe(200);
    expect(stored()).toMatchObject([{ repeats: 1 }]);
  });

  it.each([
    ['a wrong signature', { signature: 'ab'.repeat(32) }, 'wrong'],
    ['no signature', {}, 'missing'],
    ['the signature of another webhook', signed(event, 'secret_2'), 'other-webhook'],
  ])('is 401 to %s, which is in the quarantine', async (_what, headers, kind) => {
    expect((await send(event, headers as Record<string, string>)).status).toBe(401);
    expect(stored()).toMatchObject([{ keeping: 'quarantined', verdict: { kind } }]);
  });

  it.each(['locked', 'unknown-yet'] as const)(
    'is 200 while the secret is %s, and held',
    async (state) => {
      known = state;
      expect((await send(event, signed(event))).status).toBe(200);
      expect(stored()).toMatchObject([{ keeping: 'held' }]);
    },
  );

  it('is 200 while secrets can’t be looked up, held, and said once', async () => {
    lookUp = () => {
      throw new Error('database is locked');
    };
    const later = bytesOf(eventBody('event_2'));
    expect((await send(event, signed(event))).status).toBe(200);
    expect((await send(later, signed(later))).status).toBe(200);
    expect(stored()).toMatchObject([{ keeping: 'held' }, { keeping: 'held' }]);
    expect(test.inbox.content(1, test.keys.privateKey)?.body).toEqual(event);
    expect(failures).toHaveLength(1);
    lookUp = () => known;
    const last = bytesOf(eventBody('event_3'));
    expect((await send(last, signed(last))).status).toBe(200);
    expect(stored()[0]).toMatchObject({ keeping: 'kept' });
  });

  it('is 200 to what is durable, whatever a listener makes of it', async () => {
    const told: number[] = [];
    test.inbox.onChange(() => {
      throw new Error('a listener failed');
    });
    test.inbox.onChange((paths) => told.push(paths.length));
    expect((await send(event, signed(event))).status).toBe(200);
    expect(stored()).toMatchObject([{ keeping: 'kept' }]);
    expect(told).toEqual([1]);
  });

  it('is 404 on a path that is not ours, and 405 for another method on one that is', async () => {
    expect((await send('', {}, { path: '/' })).status).toBe(404);
    expect((await send('', {}, { path: `/hooks/${'0'.repeat(32)}` })).status).toBe(404);
    expect((await send('', {}, { path: `/hooks/${slotPath}/x` })).status).toBe(404);
    expect((await send('', {}, { path: '/', method: 'GET' })).status).toBe(404);
    const get = await send('', {}, { method: 'GET' });
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST']);
    expect(stored()).toEqual([]);
  });

  it('does not mind a query', async () => {
    const path = `/hooks/${slotPath}?from=proxy`;
    expect((await send(event, signed(event), { path })).status).toBe(200);
  });

  it('is 200 to a body of exactly 1 MiB and 413 to one byte more, announced or not', async () => {
    const most = new Uint8Array(1024 * 1024).fill(97);
    const over = new Uint8Array(most.length + 1).fill(97);
    expect((await send(most, signed(most))).status).toBe(200);
    expect((await send(over, signed(over))).status).toBe(413);
    const chunked = { ...signed(over), 'transfer-encoding': 'chunked' };
    expect((await send(over, chunked)).status).toBe(413);
    expect(stored()).toHaveLength(1);
  });

  it('is 413 at once to what is announced far too large', async () => {
    const answer = await rawExchange(
      `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is 503 to the whole group when it can’t be committed, and no row is left', async () => {
    await receiver.stop();
    const failing = { ...test.inbox, append: () => Promise.reject(new Error('disk full')) };
    receiver = await start({}, { inbox: failing });
    const answers = await Promise.all([1, 2, 3].map(() => send(event, signed(event))));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers['retry-after']).toBe('5');
    expect(failures).not.toEqual([]);
    expect(stored()).toEqual([]);
  });

  it('is 503 when there is no room for bodies, and 200 again when there is', async () => {
    await receiver.stop();
    receiver = await start({ underWayBytes: event.length });
    const larger = bytesOf(eventBody('event_2', { pad: 'x' }));
    expect((await send(larger, signed(larger))).status).toBe(503);
    for (let times = 0; times < 3; times++) {
      expect((await send(event, signed(event))).status).toBe(200);
    }
  });

  it('comes for many at once, in few commits', async () => {
    const bodies = Array.from({ length: 200 }, (_, index) => bytesOf(eventBody(`event_${index}`)));
    const answers = await Promise.all(bodies.map((body) => send(body, signed(body))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(stored()).toHaveLength(100);
    expect(test.inbox.genuineCount(profileId)).toBe(200);
    expect(receiver.stats().deliveries).toBe(200);
    expect(receiver.stats().groups).toBeLessThan(150);
  });
});

describe('a sender that is slow or goes away', () => {
  it('is cut off when its request takes too long', async () => {
    await receiver.stop();
    receiver = await start({ headersMs: 100, requestMs: 200 });
    const head = `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n`;
    expect(await rawExchange(head)).toMatch(/^HTTP\/1.1 408 |^$/);
    expect(await rawExchange(`${head}\r\nab`)).toMatch(/^HTTP\/1.1 408 |^$/);
    expect(stored()).toEqual([]);
  });

  it('leaves nothing behind when it is cut off in the middle of a body', async () => {
    await receiver.stop();
    receiver = await start({ underWayBytes: 2 * event.length });
    for (let times = 0; times < 5; times++) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(receiver.port, '127.0.0.1', () => {
          socket.write(
            `POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\ncontent-length: ${event.length}\r\n\r\n`,
          );
          socket.write(event.subarray(0, event.length - 1), () => socket.resetAndDestroy());
        });
        socket.on('close', () => resolve());
        socket.on('error', reject);
      });
    }
    await expect.poll(() => receiver.stats().connections).toBe(0);
    expect((await send(event, signed(event))).status).toBe(200);
    expect(stored()).toHaveLength(1);
  });
});

describe('a proof', () => {
  const nonce = '0f'.repeat(16);

  it('comes back once, on its own path, and is not stored', async () => {
    const expected = receiver.expectProof(slotPath, nonce);
    expect((await send('', { 'causeway-proof': nonce })).status).toBe(204);
    expect(await expected.arrived).toBeGreaterThan(0);
    expect((await send('', { 'causeway-proof': nonce })).status).toBe(401);
    expect(stored()).toHaveLength(1);
  });

  it('does not come back on another path, by another nonce, or after it was cancelled', async () => {
    const other = receiver.expectProof('ab'.repeat(16), nonce);
    expect((await send('', { 'causeway-proof': nonce })).status).toBe(401);
    const own = receiver.expectProof(slotPath, nonce);
    expect((await send('', { 'causeway-proof': 'f0'.repeat(16) })).status).toBe(401);
    own.cancel();
    expect((await send('', { 'causeway-proof': nonce })).status).toBe(401);
    other.cancel();
    expect(() => receiver.expectProof(slotPath, 'short')).toThrow('32 lowercase');

    // What is signed is a delivery, whatever else it says.
    const signedToo = receiver.expectProof(slotPath, nonce);
    const both = { ...signed(event), 'causeway-proof': nonce };
    expect((await send(event, both)).status).toBe(200);
    signedToo.cancel();
    expect(stored().map(({ keeping }) => keeping)).toContain('kept');
  });

  it('comes back on the path that no webhook ever has, where nothing is judged or stored', async () => {
    const probe = { path: `/hooks/${probePath}` };
    const expected = receiver.expectProof(probePath, nonce);
    expect(
      (await send('{}', { 'causeway-proof': nonce }, { path: `/hooks/${slotPath}` })).status,
    ).toBe(401);
    expect((await send('{}', { 'causeway-proof': nonce }, probe)).status).toBe(204);
    expect(await expected.arrived).toBeGreaterThan(0);
    expect((await send('{}', { 'causeway-proof': nonce }, probe)).status).toBe(404);
    expect((await send(event, signed(event), probe)).status).toBe(404);
    expect(stored()).toMatchObject([{ slotPath, keeping: 'quarantined' }]);
    const slot = { profileId, intentKey: null, webhookId: null, reservedAt: '' };
    await expect(test.inbox.reserve({ ...slot, path: probePath })).rejects.toThrow('proofs');
  });
});

describe('the port', () => {
  it('is the same after a restart', async () => {
    const { port } = receiver;
    await receiver.stop();
    receiver = await start();
    expect(receiver.port).toBe(port);
    expect(receiver.origin).toBe(`http://127.0.0.1:${port}`);
  });

  it('is said to be taken when another program has it, is not exchanged, and is tried again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const second = await start({}, { onListening: resolve });
    expect(second.blocked()).toBeInstanceOf(ReceiverPortTaken);
    expect(second.blocked()?.message).toContain(String(receiver.port));
    expect(second.port).toBe(receiver.port);
    await receiver.stop();
    receiver = second;
    await promise;
    expect(second.blocked()).toBeNull();
    expect(await send(event, signed(event))).toMatchObject({ status: 200 });
  });

  it('is found later where none was free at first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const kept = readPorts(`${test.directory}/receiver.json`);
    // Draws the very ports that the first one has.
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(((kept?.http ?? 0) - 20_000) / 2);
    const second = await start(
      {},
      {
        portsFile: `${test.directory}/other.json`,
        onListening: resolve,
        random: { bytes: () => bytes },
      },
    );
    expect(second.blocked()?.message).toContain('tries again by itself');
    await receiver.stop();
    receiver = second;
    await promise;
    expect(second.blocked()).toBeNull();
    expect(second.port).toBe(kept?.http);
    expect(await send(event, signed(event))).toMatchObject({ status: 200 });
  });

  it('is not taken by a receiver that was stopped while it was blocked', async () => {
    const second = await start();
    await second.stop();
    const { port } = receiver;
    await receiver.stop();
    await delay(800);
    receiver = await start();
    expect(receiver.blocked()).toBeNull();
    expect(receiver.port).toBe(port);
  });
});

describe('TLS', () => {
  it('is on a port of its own, kept too, with the certificate that it is given', async () => {
    await receiver.stop();
    const tls = selfSigned({ names: ['localhost'], notAfter: new Date('2040-01-01T00:00:00Z') });
    receiver = await start({}, { tls });
    const { tlsOrigin } = receiver;
    const status = await new Promise((resolve, reject) => {
      const url = `${tlsOrigin}/hooks/${slotPath}`;
      const options = { method: 'POST', headers: signed(event), ca: tls.cert, agent: false };
      const request = httpsRequest(url.replace('localhost', '127.0.0.1'), {
        ...options,
        servername: 'localhost',
      });
      request.on('response', (response) => resolve(response.resume().statusCode));
      request.on('error', reject);
      request.end(event);
    });
    expect(status).toBe(200);
    await receiver.stop();
    receiver = await start({}, { tls });
    expect(receiver.tlsOrigin).toBe(tlsOrigin);
  });

  it('is not there without a certificate', () => {
    expect(receiver.tlsOrigin).toBeNull();
  });
});

describe('the average answer time', () => {
  it('is kept by webhook when the receiver stops', async () => {
    await send(event, signed(event));
    await send(event, signed(event));
    await receiver.stop();
    const { answers, averageAnswerMs } = test.inbox.counts(slotPath);
    expect(answers).toBe(2);
    expect(averageAnswerMs).toBeGreaterThanOrEqual(0);
    expect(averageAnswerMs).toBeLessThan(5_000);
  });
});

/** Sends these bytes and reads until the other side closes. */
function rawExchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(receiver.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
