/** One port on every address of a name, or none: what another program holds of it, browsers would reach. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tries to find a free port on all addresses, where any port will do. */
const maxTries = 16;

/**
 * Servers on the same port, one an address; 0 is any. An address that this computer does not have is
 * left out. Rejects with EADDRINUSE where one is taken.
 */
export async function listenOnAll(
  port: number,
  addresses: readonly string[],
  options: ServerOptions,
): Promise<readonly Server[]> {
  for (let left = maxTries; ; left -= 1) {
    try {
      return await listenOnce(port, addresses, options);
    } catch (error) {
      if (port !== 0 || left <= 1 || codeOf(error) !== 'EADDRINUSE') throw error;
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
      const isAbsent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error));
      if (isAbsent && host.includes(':')) done(false);
      else fail(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.removeAllListeners('error');
      done(true);
    });
  });
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
