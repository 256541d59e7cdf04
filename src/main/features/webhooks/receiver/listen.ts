/** Listening on loopback, on the kept ports or on new ones. */
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Random } from '../../../../platform/random.ts';
import { drawPorts, type Ports, writePorts } from './ports.ts';

/** Another program listens on the installation's port. */
export class ReceiverPortTaken extends Error {
  override readonly name = 'ReceiverPortTaken';
  readonly port: number;
  constructor(port: number, cause: unknown) {
    super(
      `Another program uses port ${port}, where Causeway receives deliveries, so none can arrive. ` +
        'Stop that program. Causeway tries again by itself.',
      { cause },
    );
    this.port = port;
  }
}

/** No port could be opened, whatever the reason. */
export class ReceiverDown extends Error {
  override readonly name = 'ReceiverDown';
  constructor(cause: unknown) {
    super(
      'Causeway could not open a port for deliveries, so none can arrive. ' +
        'Causeway tries again by itself. The log has the details.',
      { cause },
    );
  }
}

interface Servers {
  readonly http: HttpServer;
  readonly https: HttpsServer | null;
}

const LOOPBACK = '127.0.0.1';
const ATTEMPTS = 20;
/** Connections that the system holds until they are taken: a burst of slow ones must not keep others waiting. */
const BACKLOG = 4_096;

/** Listens on the kept ports; without them it draws free ones and keeps them in the file. Throws ReceiverPortTaken. */
export async function listenOnKeptPorts(
  servers: Servers,
  kept: Ports | null,
  path: string,
  random: Random,
): Promise<Ports> {
  if (kept !== null) {
    await listenOn(servers, kept);
    return kept;
  }
  for (let attempt = 1; ; attempt++) {
    const ports = drawPorts(random);
    try {
      await listenOn(servers, ports);
      writePorts(path, ports);
      return ports;
    } catch (error) {
      await close(servers.http);
      if (servers.https !== null) await close(servers.https);
      if (!(error instanceof ReceiverPortTaken) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function listenOn(servers: Servers, ports: Ports): Promise<void> {
  await listen(servers.http, ports.http);
  if (servers.https === null) return;
  try {
    await listen(servers.https, ports.https);
  } catch (error) {
    await close(servers.http);
    throw error;
  }
}

const listen = (server: HttpServer | HttpsServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      server.off('listening', accept);
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(isTaken ? new ReceiverPortTaken(port, error) : error);
    };
    const accept = () => {
      server.off('error', refuse);
      resolve();
    };
    server.once('error', refuse).once('listening', accept);
    server.listen({ host: LOOPBACK, port, exclusive: true, backlog: BACKLOG });
  });

const close = (server: HttpServer | HttpsServer): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));
