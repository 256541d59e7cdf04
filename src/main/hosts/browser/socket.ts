/** The bridge over WebSocket: who may upgrade, what a socket may say, and when it is over. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RPCHandler } from '@orpc/server/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { socketProtocol } from '../../../bridge/transport.ts';
import { type CallContext, namedByCall } from '../../bridge/named-profile.ts';
import { readFrame } from '../page/frames.ts';
import { readCookie } from './cookie.ts';
import { only } from './gate.ts';
import type { Sessions } from './session.ts';

/** Serves oRPC on a socket; `new RPCHandler(router, readsNames)` of @orpc/server/ws is one. */
export type BridgeHandler = Pick<RPCHandler<CallContext>, 'upgrade'>;

export interface SocketsOptions {
  readonly handler: BridgeHandler;
  readonly sessions: Sessions;
  readonly cookieName: string;
  /** Between two pings, in milliseconds; a socket that answers none in between is cut. */
  readonly pingEvery?: number;
  /** What may wait for a page that does not read, in bytes. */
  readonly maxWaitingBytes?: number;
}

export interface Sockets {
  /** Upgrades a request that got past the gate, or refuses it without a word. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sockets open now. */
  count(): number;
  /** Says goodbye (1001) to all and cuts those that do not answer within `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

/** Largest message from a page, in bytes. */
const maxMessageBytes = 1024 * 1024;

export const closeCodes = { goingAway: 1001, refused: 1008, tooLarge: 1009, unread: 1013 } as const;

export function createSockets(options: SocketsOptions): Sockets {
  const { sessions, pingEvery = 30_000 } = options;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => socketProtocol,
  });
  const answered = new WeakSet<WebSocket>();
  const pings = setInterval(() => {
    for (const socket of server.clients) {
      if (answered.delete(socket)) socket.ping();
      else socket.terminate();
    }
  }, pingEvery);
  pings.unref();

  return {
    upgrade(request, duplex, head) {
      const cookie = readCookie(request, options);
      const token = offeredToken(request);
      if (!sessions.admits(cookie, token)) return refuseUpgrade(duplex);
      server.handleUpgrade(request, duplex, head, (socket) => {
        answered.add(socket);
        socket.on('pong', () => answered.add(socket));
        serve(socket, options, (of) => of === token && sessions.admits(cookie, of));
      });
    },

    count: () => server.clients.size,

    async close(grace) {
      clearInterval(pings);
      const gone = [...server.clients].map(
        (socket) => new Promise<void>((done) => socket.once('close', () => done())),
      );
      for (const socket of server.clients) socket.close(closeCodes.goingAway);
      const cut = setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, grace);
      await Promise.all(gone);
      clearTimeout(cut);
      server.close();
    },
  };
}

/** Hands the socket to oRPC behind two guards: what comes in is checked, what goes out is waited for. */
function serve(
  socket: WebSocket,
  { handler, maxWaitingBytes = 16 * 1024 * 1024 }: SocketsOptions,
  admits: (token: string | null) => boolean,
): void {
  // An error is always followed by `close`; without a listener it would end the process.
  socket.on('error', () => socket.terminate());
  const guarded = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      if (type === 'message') socket.on('message', guard(socket, admits, listener));
      else socket.on(type, () => listener({ type }));
    },
    send: (data: string | Buffer) => {
      if (socket.bufferedAmount > maxWaitingBytes) {
        socket.close(closeCodes.unread);
        socket.terminate();
      }
      return sent(socket, data);
    },
  };
  // The two methods that oRPC uses, where its types ask for the whole overloads of ws.
  void handler.upgrade(guarded as unknown as WebSocket, { context: namedByCall });
}

/**
 * Resolves when the data has left; oRPC awaits it, so a stream goes on only then. What can't be sent
 * any more resolves when the socket is gone and oRPC knows: sooner, a stream would spin for nothing.
 */
function sent(socket: WebSocket, data: string | Buffer): Promise<void> {
  return new Promise((done) => {
    socket.send(data, (error) => {
      if (!error || socket.readyState === socket.CLOSED) done();
      else socket.once('close', () => done());
    });
  });
}

/** Lets oRPC see only well-formed frames, and calls only with the token of this socket. */
const guard =
  (
    socket: WebSocket,
    admits: (token: string | null) => boolean,
    listener: (event: object) => void,
  ): ((data: Buffer, isBinary: boolean) => void) =>
  (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const text = data.toString('utf8');
    const frame = isBinary ? ({ kind: 'malformed' } as const) : readFrame(text);
    if (frame.kind === 'malformed' || (frame.kind === 'call' && !admits(frame.token))) {
      socket.close(closeCodes.refused);
      return;
    }
    listener({ data: text });
  };

/** `causeway, causeway.<token>`, in this order and nothing else. */
function offeredToken(request: IncomingMessage): string | null {
  const offered = only(request, 'sec-websocket-protocol')
    ?.split(',')
    .map((name) => name.trim());
  const prefix = `${socketProtocol}.`;
  if (offered?.length !== 2 || offered[0] !== socketProtocol) return null;
  return offered[1]?.startsWith(prefix) === true ? offered[1].slice(prefix.length) : null;
}

/** Answers an upgrade with an empty 403. */
export function refuseUpgrade(duplex: Duplex): void {
  duplex.on('error', () => duplex.destroy());
  duplex.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
