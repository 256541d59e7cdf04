import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { os, type RouterClient } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createSessions, type Sessions } from './session.ts';
import { createSockets, type Sockets, type SocketsOptions } from './socket.ts';

const router = {
  hello: os.handler(() => 'hello'),
  large: os.handler(() => 'x'.repeat(1_000_000)),
  /** Counts until the reader goes, and says so. */
  count: os.handler(async function* () {
    try {
      for (let n = 0; ; n += 1) {
        yielded = n;
        yield 'x'.repeat(100_000);
      }
    } finally {
      ended?.();
    }
  }),
};

let yielded = -1;
let ended: (() => void) | null = null;
let sessions: Sessions;
let sockets: Sockets;
let stop: () => Promise<void>;
let port: number;

async function start(limits: Pick<SocketsOptions, 'pingEvery' | 'maxWaitingBytes'> = {}) {
  sessions = createSessions({ clock: systemClock, random: systemRandom });
  sockets = createSockets({
    ...limits,
    sessions,
    cookieName: 'c',
    handler: new RPCHandler(router),
  });
  const server = createServer();
  server.on('upgrade', (request, duplex, head) => sockets.upgrade(request, duplex, head));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  stop = async () => {
    await sockets.close(50);
    await new Promise((done) => server.close(done));
  };
}

beforeEach(() => {
  yielded = -1;
  ended = null;
  return start();
});
afterEach(() => stop());

function admit(): { readonly cookie: string; readonly token: string } {
  const admission = sessions.exchange(sessions.issueCode(), null);
  if (admission === null) throw new Error('The exchange was refused.');
  return admission;
}

const connect = (protocols: string[], cookie?: string): WebSocket =>
  new WebSocket(`ws://127.0.0.1:${port}`, protocols, {
    headers: cookie === undefined ? {} : { cookie: `c=${cookie}` },
  });

async function open({ cookie, token } = admit()) {
  const socket = connect(['causeway', `causeway.${token}`], cookie);
  await new Promise((done, fail) => socket.once('open', done).once('error', fail));
  return { socket, token };
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((done) => socket.once('close', done));

function client(socket: WebSocket, token: string): RouterClient<typeof router> {
  const link = new RPCLink({
    websocket: socket as never,
    headers: { 'x-causeway-token': token },
  });
  return createORPCClient(link);
}

describe('an upgrade', () => {
  it('chooses the plain protocol, so that the token is not said again', async () => {
    const { socket } = await open();
    expect(socket.protocol).toBe('causeway');
  });

  it.each<[string, () => WebSocket]>([
    ['nothing', () => connect([])],
    ['a cookie alone', () => connect(['causeway'], admit().cookie)],
    ['a token alone', () => connect(['causeway', `causeway.${admit().token}`])],
    [
      'halves of two sessions',
      () => connect(['causeway', `causeway.${admit().token}`], admit().cookie),
    ],
    [
      'the token first',
      () => {
        const { cookie, token } = admit();
        return connect([`causeway.${token}`, 'causeway'], cookie);
      },
    ],
    [
      'a third protocol',
      () => {
        const { cookie, token } = admit();
        return connect(['causeway', `causeway.${token}`, 'more'], cookie);
      },
    ],
  ])('with %s is refused, and nothing is said', async (_what, attempt) => {
    const socket = attempt();
    socket.on('error', () => {});
    const answer = await new Promise<{ status: number | undefined; body: string }>((done) =>
      socket.once('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => done({ status: response.statusCode, body }));
      }),
    );
    expect(answer).toEqual({ status: 403, body: '' });
    expect(sockets.count()).toBe(0);
  });
});

describe('a call', () => {
  it('with the token of its socket is answered', async () => {
    const { socket, token } = await open();
    expect(await client(socket, token).hello()).toBe('hello');
  });

  it.each([
    ['no token', () => ''],
    ['the token of another tab', () => admit().token],
  ])('with %s ends the socket', async (_what, other) => {
    const { socket } = await open();
    const code = closed(socket);
    await expect(client(socket, other()).hello()).rejects.toThrow();
    expect(await code).toBe(1008);
  });
});

describe('a socket', () => {
  it.each<[string, number, string | Buffer]>([
    ['what is no JSON', 1008, 'hello'],
    ['what is no frame', 1008, '{"i":7}'],
    ['bytes', 1008, Buffer.from('{"i":"1","p":{"u":"/hello"}}')],
    ['more than 1 MiB', 1009, 'x'.repeat(1024 * 1024 + 1)],
  ])('is closed after %s', async (_what, code, message) => {
    const { socket } = await open();
    const ending = closed(socket);
    socket.send(message);
    expect(await ending).toBe(code);
  });

  it('of any bytes and any messages is answered or closed, and the next one is served', async () => {
    const frame = fc.record(
      {
        i: fc.oneof(fc.string(), fc.jsonValue()),
        t: fc.jsonValue(),
        p: fc.oneof(
          fc.jsonValue(),
          fc.record({
            u: fc.oneof(fc.constant('/hello'), fc.webPath(), fc.string()),
            b: fc.jsonValue(),
          }),
        ),
      },
      { requiredKeys: [] },
    );
    const anything = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 400 }).map((raw) => ({ raw })),
      fc.uint8Array({ maxLength: 400 }).map((message) => ({ message })),
      fc
        .oneof(
          fc.string(),
          frame.map((value) => JSON.stringify(value)),
        )
        .map((message) => ({ message })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 4 }), async (all) => {
        const { socket } = await open();
        socket.on('error', () => {});
        for (const one of all) {
          if ('raw' in one) (socket as unknown as { _socket: Socket })._socket.write(one.raw);
          else socket.send(one.message);
        }
        const next = await open();
        expect(await client(next.socket, next.token).hello()).toBe('hello');
        for (const each of [socket, next.socket]) each.terminate();
      }),
      { numRuns: 150 },
    );
  });

  it('that is gone ends what was running for it', async () => {
    const { socket, token } = await open();
    const over = new Promise<void>((done) => {
      ended = done;
    });
    const stream = await client(socket, token).count();
    await stream.next();
    socket.terminate();
    await over;
    await expect.poll(() => sockets.count()).toBe(0);
  });

  it('that answers no ping is cut', async () => {
    await stop();
    await start({ pingEvery: 20 });
    const { cookie, token } = admit();
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, ['causeway', `causeway.${token}`], {
      headers: { cookie: `c=${cookie}` },
      autoPong: false,
    });
    expect(await closed(socket)).toBe(1006);
  });

  it('that answers its pings stays', async () => {
    await stop();
    // Long enough that a busy process answers the one before the next.
    await start({ pingEvery: 300 });
    const { socket, token } = await open();
    for (let pings = 0; pings < 3; pings += 1) {
      await new Promise((done) => socket.once('ping', done));
    }
    expect(await client(socket, token).hello()).toBe('hello');
  });

  it('that does not read holds its streams back', async () => {
    const { socket, token } = await open();
    const stream = await client(socket, token).count();
    await stream.next();
    socket.pause();
    let before = -2;
    // Without back pressure the count would never stand still.
    await expect
      .poll(
        () => {
          const still = yielded === before;
          before = yielded;
          return still;
        },
        { interval: 50 },
      )
      .toBe(true);
    expect(yielded).toBeLessThan(1_000);
    socket.terminate();
  });

  it('that does not read is cut when too much waits for it', async () => {
    await stop();
    await start({ maxWaitingBytes: 2_000_000 });
    const { socket, token } = await open();
    const { large } = client(socket, token);
    socket.pause();
    const calls = Array.from({ length: 40 }, () => large().catch(() => 'cut'));
    await expect.poll(() => sockets.count()).toBe(0);
    socket.resume();
    expect(await Promise.all(calls)).toContain('cut');
  });

  it('hears a goodbye when the program stops', async () => {
    const { socket } = await open();
    const code = closed(socket);
    await sockets.close(1_000);
    expect(await code).toBe(1001);
  });

  it('that does not answer the goodbye is cut', async () => {
    const { socket } = await open();
    socket.pause();
    await sockets.close(20);
    expect(sockets.count()).toBe(0);
    socket.terminate();
  });
});
