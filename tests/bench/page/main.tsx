/** The page that measures the bridge. */
import { createORPCClient } from '@orpc/client';
import type { RouterClient } from '@orpc/server';
import { admit } from '../../../src/renderer/app/bridge/admit.ts';
import { createWebSocketTransport } from '../../../src/renderer/app/bridge/web-socket-transport.ts';
import type { BenchRouter } from '../bridge-speed.ts';

declare global {
  interface Window {
    /** Milliseconds of so many calls, one a call; over the same connection each time. */
    measureBridge(calls: number): Promise<number[]>;
  }
}

const payload = 'x'.repeat(1024);

async function openBridge(): Promise<RouterClient<BenchRouter>> {
  const { session, socket } = await admit(window, '/');
  if (!('token' in session)) throw new Error('no session');
  const transport = createWebSocketTransport({
    pageUrl: location.href,
    token: () => session.token,
    first: socket,
    isTokenKnown: async () => true,
    renewed: () => new Promise(() => {}),
  });
  return createORPCClient((await transport.open()).link);
}

let opened: Promise<RouterClient<BenchRouter>> | null = null;

window.measureBridge = async (calls) => {
  opened ??= openBridge();
  const bridge = await opened;
  const trips: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const begun = performance.now();
    await bridge.echo({ payload });
    trips.push(performance.now() - begun);
  }
  return trips;
};
