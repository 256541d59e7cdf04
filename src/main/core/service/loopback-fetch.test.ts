import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxResponseBytes } from '../../../contract/limits.ts';
import { createLoopbackFetch, isLoopbackCall, type LoopbackFetch } from './loopback-fetch.ts';
import { receiveBody } from './response-body.ts';
import { listen, listenTo, type Seen, type TestServer } from './testing/servers.ts';

let loopback: LoopbackFetch;
const servers: TestServer[] = [];
beforeEach(() => {
  loopback = createLoopbackFetch();
});
afterEach(async () => {
  loopback.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server that says how long it keeps connections, and what it saw. */
async function start(
  keepAliveTimeout: number,
  answer: (response: http.ServerResponse, seen: Seen, count: number) => void = (response) =>
    response.end('{}'),
) {
  const seen: Seen[] = [];
  const sockets: Socket[] = [];
  const server = http.createServer({ keepAliveTimeout }, (request, response) =>
    listenTo(request, response, seen, answer),
  );
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const listening = await listen(server, seen);
  servers.push(listening);
  return { url: `http://127.0.0.1:${listening.port}/`, seen, sockets };
}

/** Sends a write as the client does, and reads the answer whole. */
async function send(url: string, signal: AbortSignal | null = null): Promise<string> {
  const headers = { connection: 'close', 'content-type': 'application/json' };
  const response = await loopback.fetch(url, {
    method: 'POST',
    headers,
    body: '{"a":"ä"}',
    signal,
  });
  return await response.text();
}

it('sends texts, and takes the connection again that its server keeps for long', async () => {
  const { url, seen, sockets } = await start(75_000);
  for (let call = 0; call < 3; call += 1) expect(await send(url)).toBe('{}');
  expect(sockets).toHaveLength(1);
  expect(seen.map(({ method, body }) => [method, body])).toEqual(
    Array.from({ length: 3 }, () => ['POST', '{"a":"ä"}']),
  );
});

it('opens another one where the server keeps it for a shorter time', async () => {
  const { url, sockets } = await start(5_000);
  for (let call = 0; call < 3; call += 1) await send(url);
  expect(sockets).toHaveLength(3);
});

it('opens another one where the last answer did not say so again', async () => {
  const { url, sockets } = await start(75_000, (response, _seen, count) => {
    if (count === 2) response.setHeader('keep-alive', 'timeout=5');
    response.end('{}');
  });
  for (let call = 0; call < 3; call += 1) await send(url);
  expect(sockets).toHaveLength(2);
});

it('closes what nobody used for a second', async () => {
  const { url, sockets } = await start(75_000);
  await send(url);
  await once(sockets[0] as Socket, 'close');
  await send(url);
  expect(sockets).toHaveLength(2);
});

it('never sends again what a kept connection lost', async () => {
  const { url, seen } = await start(75_000, (response, _seen, count) => {
    if (count === 1) response.end('{}');
    else response.socket?.resetAndDestroy();
  });
  await send(url);
  await expect(send(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(seen).toHaveLength(2);
});

it('gives a redirect as it is, and an answer without a body', async () => {
  const { url, seen } = await start(75_000, (response, _seen, count) =>
    count === 1
      ? response.writeHead(307, { location: '/elsewhere' }).end()
      : response.writeHead(204).end(),
  );
  expect((await loopback.fetch(url)).status).toBe(307);
  expect(await (await loopback.fetch(url)).text()).toBe('');
  expect(seen).toHaveLength(2);
});

it('ends when it is aborted, before and inside an answer', async () => {
  const { url } = await start(75_000, (response, { method }) => {
    if (method === 'GET') response.writeHead(200, { 'content-length': '9' }).write('{');
  });
  const before = new AbortController();
  const pending = send(url, before.signal);
  before.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  const inside = new AbortController();
  const response = await loopback.fetch(url, { signal: inside.signal });
  const body = response.text();
  inside.abort();
  await expect(body).rejects.toThrow();
  await expect(loopback.fetch(url, { signal: AbortSignal.abort() })).rejects.toThrow();
});

describe('a compressed answer', () => {
  const text = '{"message":"größer"}';
  const answering = (coding: string, body: Uint8Array) =>
    start(75_000, (response) => response.setHeader('content-encoding', coding).end(body));

  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('in %s is read, and its connection kept', async (coding, body) => {
    const { url, sockets } = await answering(coding, body);
    for (let call = 0; call < 2; call += 1) expect(await send(url)).toBe(text);
    expect(sockets).toHaveLength(1);
  });

  it('stays as it came in a coding that nobody knows, or in too many', async () => {
    const unknown = await answering('rot13', Buffer.from(text));
    expect(await send(unknown.url)).toBe(text);
    const often = await answering('gzip,'.repeat(6), Buffer.from(text));
    expect(await send(often.url)).toBe(text);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['br', brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
  ])('is bounded as it unpacks from %s', async (coding, bomb) => {
    const { url } = await answering(coding, bomb);
    const body = await receiveBody(await loopback.fetch(url));
    expect(body).toMatchObject({ end: 'too-large' });
  });

  it('is unpacked no further than it is read', async () => {
    const { url } = await answering('gzip', gzipSync(Buffer.alloc(maxResponseBytes)));
    const before = process.memoryUsage().arrayBuffers;
    const response = await loopback.fetch(url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(maxResponseBytes / 4);
    expect((await receiveBody(response)).bytes).toHaveLength(maxResponseBytes);
  });

  it('that can’t be unpacked is a broken one', async () => {
    const { url } = await answering('gzip', Buffer.from(text));
    expect(await receiveBody(await loopback.fetch(url))).toMatchObject({ end: 'broken' });
  });

  it('that is cut is a broken one, with what came before', async () => {
    const { url } = await start(75_000, (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '9999' });
      response.write(gzipSync(text));
      setTimeout(() => response.socket?.resetAndDestroy(), 50);
    });
    const body = await receiveBody(await loopback.fetch(url));
    expect(body).toMatchObject({ end: 'broken' });
    expect(Buffer.from(body.bytes).toString()).toBe(text);
  });
});

describe('a call that goes this way', () => {
  const isFor = (url: string, init: RequestInit = {}) =>
    isLoopbackCall(new URL(url), url, { redirect: 'manual', ...init });

  it.each(['http://127.0.0.1:1', 'http://127.1.2.3', 'http://[::1]:1', 'http://localhost'])(
    'is one to %s',
    (url) => {
      expect(isFor(url)).toBe(true);
      expect(isFor(url, { method: 'POST', body: '{}' })).toBe(true);
    },
  );

  it.each(['https://127.0.0.1', 'http://127.0.0.1.example.com', 'http://10.0.0.1'])(
    'is none to %s',
    (url) => expect(isFor(url)).toBe(false),
  );

  it('is none that follows redirects, or sends anything but a text', () => {
    const url = 'http://127.0.0.1:1';
    expect(isFor(url, { redirect: 'follow' })).toBe(false);
    expect(isLoopbackCall(new URL(url), url, undefined)).toBe(false);
    expect(isFor(url, { body: new Uint8Array(1) })).toBe(false);
    expect(isLoopbackCall(new URL(url), new Request(url), { redirect: 'manual' })).toBe(false);
  });
});
