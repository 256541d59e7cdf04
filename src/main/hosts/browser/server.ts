/** The browser host's server: one loopback port, every request through the gate, then one of few routes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Log } from '../../foundation/log.ts';
import type { Random } from '../../foundation/random.ts';
import { cookieName } from './cookie.ts';
import type { Downloads } from './downloads.ts';
import { headOf, passes } from './gate.ts';
import type { PageFiles } from './page-files.ts';
import { refuse } from './reply.ts';
import { answer } from './routes.ts';
import type { SecretPages } from './secret-pages.ts';
import { createSessions } from './session.ts';
import { type BridgeHandler, createSockets, refuseUpgrade, type SocketsOptions } from './socket.ts';

export interface BrowserServerOptions {
  /** Names the instance: one process holds one data directory. */
  readonly dataDir: string;
  readonly handler: BridgeHandler;
  readonly secrets: SecretPages;
  readonly downloads: Downloads;
  readonly page: PageFiles;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Limits of sockets, for tests. */
  readonly sockets?: Pick<SocketsOptions, 'pingEvery' | 'maxWaitingBytes'>;
}

export interface BrowserServer {
  readonly port: number;
  /** A link with a new one-time code: 60 s, one page. */
  freshLink(): string;
  /** Sockets open now. */
  connections(): number;
  /** Stops listening, says goodbye to every page, and resolves when all are gone. */
  close(): Promise<void>;
}

/** How long a page may take to answer a goodbye, in milliseconds. */
const goodbye = 500;

const loopback = '127.0.0.1';

/** Listens on the loopback address. Port 0 is any; a port in use rejects with EADDRINUSE. */
export async function startBrowserServer(
  port: number,
  options: BrowserServerOptions,
): Promise<BrowserServer> {
  const sessions = createSessions(options);
  const shared = { sessions, cookieName: cookieName(options.dataDir) };
  const sockets = createSockets({ ...options.sockets, ...shared, handler: options.handler });
  const newNonce = () => Buffer.from(options.random.bytes(16)).toString('base64url');

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 });
  await listen(server, port);
  const actual = (server.address() as AddressInfo).port;

  const { secrets, downloads, page } = options;
  const routes = { ...shared, secrets, downloads, page, newNonce };

  server.on('request', (request, response) => {
    const answered = passes(headOf(request, false), actual)
      ? answer(request, response, routes)
      : Promise.resolve(refuse(response, 403));
    answered.catch((error: unknown) => {
      options.log.error({ err: error }, 'a request failed');
      if (response.headersSent) response.destroy();
      else refuse(response, 404);
    });
  });
  server.on('upgrade', (request, duplex, head) => {
    const isBridge = request.url === browserHostPaths.socket && request.method === 'GET';
    if (isBridge && passes(headOf(request, true), actual)) sockets.upgrade(request, duplex, head);
    else refuseUpgrade(duplex);
  });
  server.on('clientError', (_error, duplex) => duplex.destroy());

  return {
    port: actual,
    freshLink: () => `http://${loopback}:${actual}/#code=${sessions.issueCode()}`,
    connections: () => sockets.count(),
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      await sockets.close(goodbye);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host: loopback, exclusive: true }, () => {
      server.off('error', fail);
      done();
    });
  });
}
