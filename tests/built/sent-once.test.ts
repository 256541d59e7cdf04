/**
 * A write over a connection that breaks before the response, in Chromium, by which Electron calls the service:
 * by itself Chromium sends it a second time over HTTP/2, and with Causeway's switches it does not.
 */
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { chromium } from '@playwright/test';
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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/`, writes: () => writes };
}

/** How often the service carries out what is sent once. */
async function carriedOut(switches: readonly string[]): Promise<number> {
  const service = await startService();
  const executablePath = headlessChromium();
  const others = chromiumArguments().filter((one) => !switches.includes(one));
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...others, ...switches],
  });
  closing.push(() => browser.close());
  const page = await browser.newPage({
    ignoreHTTPSErrors: true,
    // As each call to the service says.
    extraHTTPHeaders: { connection: 'close' },
  });
  await page.goto(service.url);
  await page.evaluate(async () => {
    const call = { method: 'POST', body: '{}', cache: 'no-store', redirect: 'manual' } as const;
    await fetch('/v2/virtual-account', call).catch(() => undefined);
  });
  return service.writes();
}

test('Chromium sends a write twice by itself, where nothing keeps it from that', async () => {
  expect(await carriedOut([])).toBe(2);
});

test('with the switches of the Electron host a write is sent once', async () => {
  expect(await carriedOut(networkSwitches.map((name) => `--${name}`))).toBe(1);
});
