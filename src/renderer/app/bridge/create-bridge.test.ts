/** The page's side against a real handler: over a WebSocket with its token, and over a port. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { implement, withEventMeta } from '@orpc/server';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { bridgeContract } from '../../../bridge/contract.ts';
import { callTokenHeader, connectMessage, socketProtocol } from '../../../bridge/transport.ts';
import { connectSocket } from './admit.ts';
import { createMessagePortTransport } from './choose-transport.ts';
import { createBridge, createQueryClient, shouldReadAgain } from './create-bridge.ts';
import { BridgeLostError } from './reconnecting-link.ts';
import type { Transport } from './transport.ts';
import { createWebSocketTransport } from './web-socket-transport.ts';

const token = 't'.repeat(43);
const about = { version: '1', host: 'browser', dataDir: '/data', startedAt: 'now' } as const;

const cleanUps: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Answers `about`, tells one change, and keeps every other call waiting. */
function router() {
  const os = implement(bridgeContract);
  return {
    connection: { about: os.connection.about.handler(() => about) },
    changes: {
      watch: os.updates.watch.handler(async function* () {
        yield withEventMeta({ topic: 'everything' as const, ids: [] }, { id: '1' });
        await new Promise(() => undefined);
      }),
    },
    vault: { status: os.vault.status.handler(() => new Promise(() => undefined)) },
  };
}

function start(transport: Transport) {
  const queryClient = createQueryClient();
  const access = createBridge({ transport, queryClient, clock: () => 1_000 });
  cleanUps.push(() => access.dispose());
  const reaches = (state: string): Promise<void> =>
    new Promise((resolve) => {
      const check = () => access.status.getState().state === state && resolve();
      access.status.subscribe(check);
      check();
    });
  return { ...access, queryClient, reaches };
}

/** A host with a socket. `upgrades` are the protocols and `headers` the tokens of the calls it saw. */
async function host() {
  const server: Server = createServer();
  const sockets = new Set<ServerSocket>();
  const upgrades: string[] = [];
  const handler = new SocketHandler(router(), {
    rootInterceptors: [
      async ({ next, request }) => {
        seen.push(String(request.headers[callTokenHeader]));
        return await next();
      },
    ],
  });
  const seen: string[] = [];
  const wss = new WebSocketServer({ server, handleProtocols: () => socketProtocol });
  wss.on('connection', (socket, request) => {
    upgrades.push(request.headers['sec-websocket-protocol'] ?? '');
    sockets.add(socket);
    void handler.upgrade(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cleanUps.push(() => {
    for (const socket of sockets) socket.terminate();
    wss.close();
    server.close();
  });
  const cut = () => {
    for (const socket of sockets) socket.terminate();
  };
  return { pageUrl: `http://127.0.0.1:${port}/`, upgrades, seen, cut };
}

/** A token that is never renewed. */
const once = { token: () => token, renewed: () => new Promise<void>(() => {}) };

describe('over a WebSocket', () => {
  it('the upgrade and every call carry the token', async () => {
    const { pageUrl, upgrades, seen } = await host();
    const isTokenKnown = async () => true;
    const first = connectSocket(pageUrl, token);
    const page = start(createWebSocketTransport({ ...once, pageUrl, first, isTokenKnown }));
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(upgrades).toEqual([`${socketProtocol}, ${socketProtocol}.${token}`]);
    expect(new Set(seen)).toEqual(new Set([token]));
  });

  it('a cut line is said once, and calls go on over the next one', async () => {
    const { pageUrl, cut } = await host();
    const asked: string[] = [];
    const isTokenKnown = async (which: string) => {
      asked.push(which);
      return true;
    };
    const first = connectSocket(pageUrl, token);
    const page = start(createWebSocketTransport({ ...once, pageUrl, first, isTokenKnown }));
    await page.reaches('connected');
    const hanging = page.bridge.vault.status();
    const lost = page.reaches('lost');
    await page.bridge.connection.about();
    cut();
    await expect(hanging).rejects.toBeInstanceOf(BridgeLostError);
    await lost;
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(page.status.getState()).toEqual({ state: 'connected', lostAt: null });
    expect(asked).toEqual([token]);
  });

  it('a first socket that was open before the code came is used, and no second one is made', async () => {
    const { pageUrl, upgrades } = await host();
    const first = connectSocket(pageUrl, token);
    await new Promise((opened) => first.addEventListener('open', opened, { once: true }));
    const isTokenKnown = async () => true;
    const page = start(createWebSocketTransport({ ...once, pageUrl, first, isTokenKnown }));
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(upgrades).toHaveLength(1);
  });

  it('a first socket that was gone before the code came makes way for another', async () => {
    const { pageUrl, upgrades, cut } = await host();
    const first = connectSocket(pageUrl, token);
    await new Promise((opened) => first.addEventListener('open', opened, { once: true }));
    const gone = new Promise((closed) => first.addEventListener('close', closed, { once: true }));
    cut();
    await gone;
    const isTokenKnown = async () => true;
    const page = start(createWebSocketTransport({ ...once, pageUrl, first, isTokenKnown }));
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(upgrades).toHaveLength(2);
  });

  it('a token that the host forgot ends it', async () => {
    const { pageUrl, upgrades } = await host();
    const isTokenKnown = async () => false;
    const transport = { ...once, pageUrl, first: null, isTokenKnown };
    const page = start(createWebSocketTransport(transport));
    await page.reaches('refused');
    expect(upgrades).toEqual([]);
  });

  it('a token that came with a fresh link goes on where the old one was forgotten', async () => {
    const { pageUrl, upgrades } = await host();
    const renewal = Promise.withResolvers<void>();
    let current = 'B'.repeat(43);
    const page = start(
      createWebSocketTransport({
        pageUrl,
        token: () => current,
        first: null,
        isTokenKnown: async (asked) => asked === token,
        renewed: () => renewal.promise,
      }),
    );
    await page.reaches('refused');
    current = token;
    renewal.resolve();
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(page.status.getState().state).toBe('connected');
    expect(upgrades).toEqual([`${socketProtocol}, ${socketProtocol}.${token}`]);
  });
});

describe('over a MessagePort', () => {
  it('the page hands one port over and speaks on the other, again after it closed', async () => {
    const handler = new PortHandler(router());
    const given: MessagePort[] = [];
    const postMessage = (message: unknown, _origin: unknown, ports?: Transferable[]) => {
      const [port] = ports ?? [];
      if (message !== connectMessage || !(port instanceof MessagePort)) return;
      given.push(port);
      handler.upgrade(port);
      port.start();
    };
    const page = start(createMessagePortTransport({ postMessage } as Pick<Window, 'postMessage'>));
    expect(await page.bridge.connection.about()).toEqual(about);
    const lost = page.reaches('lost');
    given[0]?.close();
    await lost;
    expect(await page.bridge.connection.about()).toEqual(about);
    expect(given).toHaveLength(2);
  });
});

it('reads go on after a lost bridge a few times, and take any other failure as an answer', () => {
  expect(shouldReadAgain(0, new BridgeLostError(true))).toBe(true);
  expect(shouldReadAgain(3, new BridgeLostError(true))).toBe(false);
  expect(shouldReadAgain(0, new Error('declared'))).toBe(false);
});
