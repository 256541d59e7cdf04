/** What the receiver did not take, by why, since it was started. Nothing that is dropped goes uncounted. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

export const dropReasons = [
  /** Closed because others came, over the bound of connections. */
  'connectionsRefused',
  /** Headers or request not there in time, or too slow while there was no room for others: 408. */
  'timedOut',
  /** No HTTP, or headers that are too large: 400, 431. */
  'malformed',
  /** Body over its bound: 413. */
  'tooLarge',
  /** Bodies under way over their bound: 503. */
  'noRoom',
  /** What is held is over its bound: 503. */
  'holdFull',
  /** The group did not commit: 503. */
  'notDurable',
  /** No path of ours: 404. */
  'wrongPath',
  /** Not POST: 405. */
  'wrongMethod',
] as const;
export type DropReason = (typeof dropReasons)[number];
export type DropCounts = Readonly<Record<DropReason, number>>;

export interface Drops {
  count(reason: DropReason): void;
  counts(): DropCounts;
}

export function createDrops(): Drops {
  const counts: Record<DropReason, number> = {
    connectionsRefused: 0,
    timedOut: 0,
    malformed: 0,
    tooLarge: 0,
    noRoom: 0,
    holdFull: 0,
    notDurable: 0,
    wrongPath: 0,
    wrongMethod: 0,
  };
  return {
    count(reason) {
      counts[reason] += 1;
    },
    counts: () => ({ ...counts }),
  };
}

/** Counts what a server drops before a request comes of it, and answers as node:http does by itself. */
export function countDrops(server: Server, drops: Drops): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answerTo(error);
    if (answer === null) {
      socket.destroy();
      return;
    }
    drops.count(answer.reason);
    if (socket.writable) socket.write(`HTTP/1.1 ${answer.status}\r\nConnection: close\r\n\r\n`);
    socket.destroy();
  });
}

/** null for a line that was cut: nobody is there to answer. */
function answerTo(
  error: NodeJS.ErrnoException,
): { readonly reason: DropReason; readonly status: string } | null {
  const { code = '' } = error;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { reason: 'timedOut', status: '408 Request Timeout' };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'malformed', status: '431 Request Header Fields Too Large' };
  }
  return code.startsWith('HPE_') ? { reason: 'malformed', status: '400 Bad Request' } : null;
}
