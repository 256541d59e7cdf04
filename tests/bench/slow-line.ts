/** A line on loopback that takes its time each way, as one to another place. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLine {
  readonly port: number;
  close(): void;
}

export async function slowLine(to: number, eachWayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const carry = (from: Socket, into: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => setTimeout(() => into.writable && into.write(bytes), eachWayMs));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      into.destroy();
    });
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    carry(near, far);
    carry(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
