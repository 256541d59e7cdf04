/** The page that measures the bridge against a bare echo. */
import { createORPCClient } from '@orpc/client';
import type { RouterClient } from '@orpc/server';
import { admit } from '../../../src/renderer/app/bridge/admit.ts';
import { createWebSocketTransport } from '../../../src/renderer/app/bridge/web-socket-transport.ts';
import type { BenchRouter } from '../bridge-speed.ts';

export interface RoundTrips {
  /** Milliseconds, one a call. */
  readonly bridge: number[];
  readonly echo: number[];
}

declare global {
  interface Window {
    measureBridge(echoUrl: string, calls: number): Promise<RoundTrips>;
  }
}

const payload = 'x'.repeat(1024);

async function echoOn(socket: WebSocket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.addEventListener('message', () => resolve(), { once: true });
  socket.send(payload);
  await promise;
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

/** One call of each in turn, so that both meet the same moments of the machine. */
window.measureBridge = async (echoUrl, calls) => {
  const { session, socket } = await admit(window);
  if (!('token' in session)) throw new Error('no session');
  const transport = createWebSocketTransport({
    pageUrl: location.href,
    token: () => session.token,
    first: socket,
    isTokenKnown: async () => true,
    renewed: () => new Promise(() => {}),
  });
  const connection = await transport.open();
  const bridge: RouterClient<BenchRouter> = createORPCClient(connection.link);
  const bare = new WebSocket(echoUrl);
  await new Promise((opened) => bare.addEventListener('open', opened, { once: true }));

  const trips: RoundTrips = { bridge: [], echo: [] };
  for (let call = 0; call < calls; call += 1) {
    trips.bridge.push(await timed(() => bridge.echo({ payload })));
    trips.echo.push(await timed(() => echoOn(bare)));
  }
  bare.close();
  connection.close();
  return trips;
};
