/** The browser host's server: one loopback port, every request through the gate, then one of few routes. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { Clock } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Log } from '../../core/foundation/log.ts';
import { cookieName } from './cookie.ts';
import type { Downloads } from './downloads.ts';
import { headOf, passes, passesToEnter } from './gate.ts';
import type { PageFiles } from './page-files.ts';
import { refuse } from './reply.ts';
import { answer, isEntry } from './routes.ts';
import type { SecretPages } from './secret-pages.ts';
import { createSessions } from './session.ts';
import { type BridgeHandler, createSockets, refuseUpgrade, type SocketsOptions } from './socket.ts';

/** Tries to find a free port on all addresses, where any port will do. */
const maxTries = 16;

/**
 * Servers on the same port, one an address; 0 is any. An address that this computer does not have is
 * left out. Rejects with EADDRINUSE where one is taken.
 */
async function listenOnAll(
  port: number,
  addresses: readonly string[],
  options: ServerOptions,
): Promise<readonly Server[]> {
  for (let left = maxTries; ; left -= 1) {
    try {
      return await listenOnce(port, addresses, options);
    } catch (error) {
      if (port !== 0 || left <= 1 || errorCode(error) !== 'EADDRINUSE') throw error;
    }
  }
}

async function listenOnce(
  port: number,
  addresses: readonly string[],
  options: ServerOptions,
): Promise<readonly Server[]> {
  const servers: Server[] = [];
  try {
    for (const host of addresses) {
      const server = createServer(options);
      const chosen = servers[0] === undefined ? port : portOf(servers[0]);
      if (await listen(server, chosen, host)) servers.push(server);
    }
    return servers;
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** False where this computer has no such address, so that nobody else can listen there either. */
function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      const isAbsent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error));
      if (isAbsent && host.includes(':')) done(false);
      else fail(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.removeAllListeners('error');
      done(true);
    });
  });
}

export interface BrowserServerOptions {
  /** Names the instance: one process holds one data directory. */
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
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
  /** `http://<name>:<port>`, of this start alone. */
  readonly origin: string;
  /** A link with a new one-time code: 60 s, one page. */
  freshLink(): string;
  /** Sockets open now. */
  connections(): number;
  /** Stops listening, says goodbye to every page, and resolves when all are gone. */
  close(): Promise<void>;
}

/** How long a page may take to answer a goodbye, in milliseconds. */
const goodbye = 500;

/** In milliseconds. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000 };

/** Listens on the loopback address. null or 0 is any port; a port in use rejects with EADDRINUSE. */
export async function startBrowserServer(
  port: OriginChoice['port'],
  options: BrowserServerOptions,
): Promise<BrowserServer> {
  const sessions = createSessions(options);
  const shared = { sessions, cookieName: cookieName(options.dataDir) };
  const sockets = createSockets({ ...options.sockets, ...shared, handler: options.handler });
  const newNonce = () => Buffer.from(options.random.bytes(16)).toString('base64url');

  const { platform, random } = options;
  const served = newServedName(random, { platform, port });
  const { hostName, addresses, maxHeaderSize } = served;
  const servers = await listenOnAll(port ?? 0, addresses, { ...timeouts, maxHeaderSize });
  const [actual = 0] = servers.map(portOf);
  // Written by URL: a browser leaves the usual port out.
  const { origin } = new URL(`http://${hostName}:${actual}`);

  const { secrets, downloads, page } = options;
  const routes = { ...shared, secrets, downloads, page, newNonce, isNameNew: served.isNew };

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const head = headOf(request, false);
    const answered =
      passes(head, origin) || (isEntry(request) && passesToEnter(head, origin))
        ? answer(request, response, routes)
        : Promise.resolve(refuse(response, 403));
    answered.catch((error: unknown) => {
      options.log.error({ err: error }, 'a request failed');
      if (response.headersSent) response.destroy();
      else refuse(response, 404);
    });
  };
  for (const server of servers) {
    server.on('request', serve);
    server.on('upgrade', (request, duplex, head) => {
      const isBridge = request.url === browserHostPaths.socket && request.method === 'GET';
      const mayPass = isBridge && passes(headOf(request, true), origin);
      if (mayPass) sockets.upgrade(request, duplex, head);
      else refuseUpgrade(duplex);
    });
    server.on('clientError', (_error, duplex) => duplex.destroy());
  }

  return {
    port: actual,
    origin,
    freshLink: () => `${origin}/#code=${sessions.issueCode()}`,
    connections: () => sockets.count(),
    async close() {
      const closed = servers.map(
        (server) => new Promise<void>((done) => server.close(() => done())),
      );
      await sockets.close(goodbye);
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

interface OriginChoice {
  readonly platform: NodeJS.Platform;
  /** As asked for; null or 0 is any. */
  readonly port: number | null;
}

interface ServedName {
  readonly hostName: string;
  /** Every address that a browser may resolve the name to; all of them have to be ours. */
  readonly addresses: readonly string[];
  /** No other program ever served it, so a browser keeps nothing of others under it. */
  readonly isNew: boolean;
  /** What the headers of a request may take, in bytes. */
  readonly maxHeaderSize: number;
}

/**
 * Cookies of an address cross its ports, so another program can give the browser as many of them as
 * it keeps of one host: a page with them still has to get in.
 */
const numeric: ServedName = {
  hostName: '127.0.0.1',
  addresses: ['127.0.0.1'],
  isNew: false,
  maxHeaderSize: 1024 * 1024,
};

/**
 * Where one start of the browser host is reached. Whoever takes the port of a process that ended also
 * takes its origin: a service worker, a cached file or a page that is still open would obey them. So
 * an origin is never served twice: its host name is a random label under `.localhost`, which browsers
 * resolve to this computer by themselves (RFC 6761).
 *
 * Safari leaves names under `.localhost` to the system, which may not know them, so on
 * macOS it is the address itself, under a port that is new at each start; a port that was asked for
 * is not new, so there too it gets a name.
 */
function newServedName(random: Random, { platform, port }: OriginChoice): ServedName {
  const isPortNew = port === null || port === 0;
  if (platform === 'darwin' && isPortNew) return numeric;
  // Chromium tries ::1 before 127.0.0.1.
  return {
    hostName: `${randomHex(random, 16)}.localhost`,
    addresses: ['127.0.0.1', '::1'],
    isNew: true,
    maxHeaderSize: 16 * 1024,
  };
}
