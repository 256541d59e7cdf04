import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
