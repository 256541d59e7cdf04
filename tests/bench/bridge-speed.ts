/** The bridge over WebSocket against a bare `ws` echo, 1 KB each, each in a page of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Figure } from './figure.ts';
import { buildBenchPage, openBrowser, servePage } from './pages.ts';
import { median } from './statistics.ts';

const text = z.object({ payload: z.string().max(4096) });

/** Input and output are both parsed, as in the bridge. */
const router = {
  echo: os
    .input(text)
    .output(text)
    .handler(({ input }) => input),
};
export type BenchRouter = typeof router;

/** A bare echo, and an empty page on its own origin: from the page of the bridge no other can be reached. */
async function startEcho() {
  const pages = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
  });
  const server = new WebSocketServer({ server: pages, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary }));
  });
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  const { port } = pages.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      for (const client of server.clients) client.terminate();
      pages.close();
    },
  };
}

/** Runs in the page of the echo, and stands by itself. */
async function measureEcho(calls: number): Promise<number[]> {
  const socket = new WebSocket(location.href.replace('http:', 'ws:'));
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', failed, { once: true });
  });
  const payload = 'x'.repeat(1024);
  const trips: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const begun = performance.now();
    await new Promise((answered) => {
      socket.addEventListener('message', answered, { once: true });
      socket.send(payload);
    });
    trips.push(performance.now() - begun);
  }
  socket.close();
  return trips;
}

/** Calls of one before it is the other's turn, so that both meet the same moments of the machine. */
const TURN = 100;

/** p50 of `calls` round trips of each, after as many again to warm up. */
export async function bridgeSpeed(calls: number): Promise<Figure[]> {
  const page = await buildBenchPage('page');
  const server = await servePage(page.root, new RPCHandler(router));
  const echo = await startEcho();
  const browser = await openBrowser();
  try {
    const ours = await browser.newPage();
    await ours.goto(server.freshLink());
    await ours.waitForFunction(() => window.measureBridge !== undefined);
    const theirs = await browser.newPage();
    await theirs.goto(echo.origin);
    const trips = { ours: [] as number[], theirs: [] as number[] };
    for (let done = 0; done < 2 * calls; done += TURN) {
      const turn = {
        ours: await ours.evaluate((count) => window.measureBridge(count), TURN),
        theirs: await theirs.evaluate(measureEcho, TURN),
      };
      if (done < calls) continue;
      trips.ours.push(...turn.ours);
      trips.theirs.push(...turn.theirs);
    }
    const own = median(trips.ours);
    const bare = median(trips.theirs);
    return [
      {
        name: 'Bridge over WebSocket against a bare ws echo, 1 KB, p50',
        value: own / bare,
        unit: 'times',
        atMost: 1.75,
        basis: `${own.toFixed(2)} ms against ${bare.toFixed(2)} ms, ${trips.ours.length} calls each`,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
    echo.close();
    await page.remove();
  }
}
