/** The bridge over WebSocket against a bare `ws` echo, 1 KB each, measured in one page. */
import { once } from 'node:events';
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

async function startEcho() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary }));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, close: () => server.close() };
}

/** p50 of `calls` round trips of each, after as many again to warm up. */
export async function bridgeSpeed(calls: number): Promise<Figure[]> {
  const page = await buildBenchPage('page');
  const server = await servePage(page.root, new RPCHandler(router));
  const echo = await startEcho();
  const browser = await openBrowser();
  try {
    // The echo is on another port, which the page's own policy would rightly refuse.
    const context = await browser.newContext({ bypassCSP: true });
    const tab = await context.newPage();
    const measure = async () => {
      await tab.goto('about:blank');
      await tab.goto(server.freshLink());
      await tab.waitForFunction('window.measureBridge !== undefined');
      return await tab.evaluate(({ url, count }) => window.measureBridge(url, count), {
        url: echo.url,
        count: calls,
      });
    };
    await measure();
    const trips = await measure();
    const ours = median(trips.bridge);
    const theirs = median(trips.echo);
    return [
      {
        name: 'Bridge over WebSocket against a bare ws echo, 1 KB, p50',
        value: ours / theirs,
        unit: 'times',
        atMost: 1.75,
        basis: `${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms, ${calls} calls each`,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
    echo.close();
    await page.remove();
  }
}
