/**
 * A write over a connection that breaks before the response, in Chromium, by which Electron calls the service:
 * by itself Chromium sends it a second time over HTTP/2, and over a connection that an earlier call left unused.
 * With Causeway's switches, in a session that has no such connection, it does not.
 */
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type BrowserContext, chromium } from '@playwright/test';
import { afterEach, expect, test } from 'vitest';
import { networkSwitches } from '../../src/main/hosts/electron/outbound.ts';
import { testCertificate } from '../../src/sandbox/testing/certificate.ts';
import { chromiumArguments, headlessChromium } from '../support/browsers.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Carries each write out, and breaks the connection of the first one in place of a response. */
async function startService() {
  const sockets = new Set<Socket>();
  let writes = 0;
  const server = createSecureServer({ ...testCertificate(), allowHTTP1: true });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('sessionError', () => undefined);
  server.on('request', (request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.resume().on('end', () => {
      if (request.method === 'POST') writes += 1;
      if (request.method !== 'POST' || writes > 1) response.end('{}');
      else for (const socket of sockets) socket.resetAndDestroy();
    });
  });
  /** Of the next connection, until it may go on. */
  let gate: Promise<void> | null = null;
  const front = createServer({ pauseOnConnect: true }, (socket) => {
    void Promise.resolve(gate).then(() => {
      server.emit('connection', socket);
      socket.resume();
    });
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    front.close();
  });
  const { port } = front.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/`,
    writes: () => writes,
    /** Does it while the next connection is there and not secure yet; resolves when that is. */
    async whileConnecting(connect: () => Promise<unknown>, act: () => Promise<unknown>) {
      const opened = Promise.withResolvers<void>();
      gate = opened.promise;
      const isThere = once(front, 'connection');
      const isSecure = once(server, 'secureConnection');
      await connect();
      await isThere;
      await act();
      gate = null;
      opened.resolve();
      await isSecure;
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

async function openPage(service: Service, context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(service.url);
  return page;
}

/** A call that is given up while it connects leaves a connection that was never used. */
async function leaveUnused(service: Service, context: BrowserContext): Promise<void> {
  const page = await openPage(service, context);
  await service.whileConnecting(
    () =>
      page.evaluate(() => {
        const given = new AbortController();
        window.addEventListener('given-up', () => given.abort());
        void fetch('/v1/event/event_1', { signal: given.signal }).catch(() => undefined);
      }),
    () => page.evaluate(() => window.dispatchEvent(new Event('given-up'))),
  );
}

/** How often the service carries out what is sent once. `left`: in which session a connection is left unused. */
async function carriedOut(
  switches: readonly string[],
  left: 'none' | 'same session' | 'another session' = 'none',
): Promise<number> {
  const service = await startService();
  const executablePath = headlessChromium();
  const others = chromiumArguments().filter((one) => !switches.includes(one));
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // A connection whose certificate a page allows by itself is never left.
    args: [...others, ...switches, '--ignore-certificate-errors'],
  });
  closing.push(() => browser.close());
  // As each call to the service says.
  const own = { extraHTTPHeaders: { connection: 'close' } };
  const context = await browser.newContext(own);
  const page = await openPage(service, context);
  if (left === 'same session') await leaveUnused(service, context);
  if (left === 'another session') await leaveUnused(service, await browser.newContext(own));
  await page.evaluate(async () => {
    const call = { method: 'POST', body: '{}', cache: 'no-store', redirect: 'manual' } as const;
    await fetch('/v2/virtual-account', call).catch(() => undefined);
  });
  return service.writes();
}

const ours = networkSwitches.map((name) => `--${name}`);

test('Chromium sends a write twice by itself, where nothing keeps it from that', async () => {
  expect(await carriedOut([])).toBe(2);
});

test('with the switches of the Electron host a write is sent once', async () => {
  expect(await carriedOut(ours)).toBe(1);
});

test('a write is sent twice over a connection that a call left unused, and once where a session is its own', async () => {
  // Whether the connection is ready by then is Chromium's.
  await expect.poll(() => carriedOut(ours, 'same session'), { timeout: 60_000 }).toBe(2);
  expect(await carriedOut(ours, 'another session')).toBe(1);
});
