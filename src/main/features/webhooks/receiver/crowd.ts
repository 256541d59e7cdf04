/**
 * Who is connected, within a bound. Over it the connection goes that has brought nothing for the longest,
 * and not the newest: slow ones would keep everybody else out for as long as they are allowed to be slow.
 * Nothing goes by where a connection came from (decisions 34).
 */
import type { Socket } from 'node:net';

export interface Crowd {
  /** A connection came. `end` is called with one that has to go: itself, where all others are at work. */
  came(socket: Socket, end: (socket: Socket) => void): void;
  /** Its request is read and waits for an answer: it is not ended meanwhile. */
  isAtWork(socket: Socket): void;
  wasAnswered(socket: Socket): void;
  readonly size: () => number;
}

export function createCrowd(most: number): Crowd {
  const all = new Map<string, Socket>();
  /** Names in the order in which they brought something last. */
  const waiting = new Set<string>();

  const wait = (name: string): void => {
    waiting.delete(name);
    if (all.has(name)) waiting.add(name);
  };

  return {
    came(socket, end) {
      const name = nameOf(socket);
      all.set(name, socket);
      wait(name);
      socket.once('close', () => {
        if (all.get(name) !== socket) return;
        all.delete(name);
        waiting.delete(name);
      });
      if (all.size <= most) return;
      const [oldest] = waiting;
      const ended = oldest === undefined ? undefined : all.get(oldest);
      if (oldest === undefined || ended === undefined) return;
      waiting.delete(oldest);
      all.delete(oldest);
      end(ended);
    },
    isAtWork: (socket) => void waiting.delete(nameOf(socket)),
    wasAnswered: (socket) => wait(nameOf(socket)),
    size: () => all.size,
  };
}

/** A request under TLS names another socket than the connection that it came on, with the same ends. */
const nameOf = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort} ${remoteAddress} ${remotePort}`;
