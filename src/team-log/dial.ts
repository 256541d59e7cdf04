/**
 * How connections to a team's database are dialled: each host once until a statement worked, then the failure is
 * told. The driver's own way, while a connection closes before it is ready, dials on without a pause or a word, and
 * does not go on to the next host from one that is silent, or hangs before it is ready.
 */
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { DatabaseAddress } from './address.ts';

export interface Dialler {
  /** Hosts, as the driver takes them. The driver drops an error while there is more than one. */
  readonly hosts: string[];
  /** A connected one. Rejects with the failure of the last host. */
  dial(): Promise<Socket>;
  /** The database answered a statement. */
  worked(): void;
  /** The host that the next dialler begins with: another one after a connection that never worked. */
  next(): number;
}

/** Codes of failures that are found here. */
export const timedOut = 'CONNECT_TIMEOUT';
export const closedEarly = 'CLOSED_EARLY';

/** @param first the host to begin with */
export function createDialler(address: DatabaseAddress, patienceMs: number, first = 0): Dialler {
  const { hosts: listed, socket: folder } = address;
  const places: readonly NetConnectOpts[] =
    folder === null ? listed : [{ path: `${folder}/.s.PGSQL.5432` }];
  const names = folder === null ? listed.map(({ host }) => host) : [folder];
  const hosts = [...names];
  const eachMs = patienceMs / places.length;
  let open: { readonly socket: Socket; readonly at: number }[] = [];
  let at = first;
  let failures = 0;
  /** Counts one failure of a host, however many of its connections fail. */
  const failed = (where: number): void => {
    if (where !== at) return;
    at = (at + 1) % places.length;
    failures += 1;
  };
  return {
    hosts,
    async dial() {
      const isOver = ({ socket }: (typeof open)[number]) => socket.destroyed;
      for (const { at: where } of open.filter(isOver)) failed(where);
      open = open.filter((one) => !isOver(one));
      let failure: unknown = failureOf(closedEarly);
      while (failures < places.length) {
        const where = at;
        const place = places[where] as NetConnectOpts;
        hosts.splice(0, hosts.length, ...names.slice(0, names.length - failures));
        try {
          const socket = await connected(place, eachMs);
          open.push({ socket, at: where });
          if (places.length > 1) leaveSilent(socket, eachMs);
          return Object.assign(socket, place);
        } catch (error) {
          failure = error;
          failed(where);
        }
      }
      hosts.length = 1;
      throw failure;
    },
    worked() {
      failures = 0;
      open = [];
    },
    next: () => (open.some((one) => one.at === at) ? (at + 1) % places.length : at),
  };
}

const failureOf = (code: string): Error => Object.assign(new Error(code), { code });

function connected(place: NetConnectOpts, patienceMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(place);
  const timer = setTimeout(() => socket.destroy(failureOf(timedOut)), patienceMs);
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.removeListener('error', reject);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(timer));
}

/** The shortest first message of a server. One byte before it says that it has TLS. */
const FIRST_BYTES = 9;

function leaveSilent(socket: Socket, patienceMs: number): void {
  setTimeout(() => {
    if (socket.bytesRead >= FIRST_BYTES) return;
    // Once TLS began, nobody may listen for an error of this one.
    socket.destroy(socket.listenerCount('error') === 0 ? undefined : failureOf(timedOut));
  }, patienceMs).unref();
}
