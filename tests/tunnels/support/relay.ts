/** A line to a server on loopback that can be cut by reset or by silence. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Resets every connection that stands, both sides. */
  reset(): void;
  /** Carries nothing more on the connections that stand, and closes none. New ones work. */
  silence(): void;
  /** Resets those that are silent. */
  endSilent(): void;
  /** Refuses new connections, or takes them again. */
  refuse(isRefusing: boolean): void;
  connections(): number;
  stop(): Promise<void>;
}

export async function startRelay(targetPort: number): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isRefusing = false;
  const server = createServer((near) => {
    if (isRefusing) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: targetPort });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        // A silent line tells nobody that the other end is gone.
        if (pairs.delete(pair)) other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const silent = new Set<Socket>();
  const take = () => {
    const taken = [...pairs].flat();
    pairs.clear();
    return taken;
  };
  return {
    port: (server.address() as AddressInfo).port,
    reset: () => {
      for (const socket of take()) socket.resetAndDestroy();
    },
    silence: () => {
      for (const socket of take()) {
        socket.unpipe();
        socket.removeAllListeners('error');
        socket.on('error', () => undefined);
        // Read on, so that what comes is lost and not held back.
        socket.resume();
        silent.add(socket);
      }
    },
    endSilent: () => {
      for (const socket of silent) socket.resetAndDestroy();
      silent.clear();
    },
    refuse: (value) => {
      isRefusing = value;
    },
    connections: () => pairs.size,
    stop: async () => {
      server.close();
      for (const socket of [...take(), ...silent]) socket.destroy();
      await once(server, 'close');
    },
  };
}
