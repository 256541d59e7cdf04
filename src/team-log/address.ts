/** The address of a team's database, as people in IT write it. */
import { isIP } from 'node:net';

export interface DatabaseAddress {
  /** Tried in order; of several, the one that takes writes is used. Empty for a socket. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** Folder of a Unix socket. */
  readonly socket: string | null;
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  /** Whether TLS is used: always, but for loopback and sockets that do not ask for it. */
  readonly isEncrypted: boolean;
}

/** An address of another form. The message says what to enter and never repeats the password. */
export class AddressUnusable extends Error {
  override readonly name = 'AddressUnusable';
}

const form =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]+)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]*)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/;

/**
 * `postgres://user:password@host[:port][,host…]/database[?sslmode=verify-full]`, or of a socket
 * `postgres://user@/database?host=/folder`. Throws AddressUnusable.
 */
export function readAddress(url: string): DatabaseAddress {
  const { user, password, hosts = '', database, query = '' } = form.exec(url.trim())?.groups ?? {};
  if (user === undefined || database === undefined) {
    throw new AddressUnusable(
      'Enter the URL of the database as postgres://USER@HOST/DATABASE. Write signs such as @, : and / in a password as %40, %3A and %2F.',
    );
  }
  const {
    sslmode,
    host: socket = null,
    ...others
  } = Object.fromEntries(new URLSearchParams(query));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new AddressUnusable(`The URL has a setting that is not known: ${unknown}.`);
  }
  // On Windows one that begins with two would be a pipe of another computer.
  if (socket !== null && !/^\/(?![/\\])/.test(socket)) {
    throw new AddressUnusable(
      'In the URL host= is for the folder of a Unix socket, as host=/run/postgresql. Write the host of a server between the @ and the last /: postgres://USER@HOST/DATABASE.',
    );
  }
  const listed = hosts === '' ? [] : hosts.split(',').map(readHost);
  if ((listed.length === 0) === (socket === null)) {
    throw new AddressUnusable('Enter the host of the database between the @ and the last /.');
  }
  const isLocal = listed.every(({ host }) => isLoopback(host));
  if (!isLocal && sslmode !== undefined && sslmode !== 'verify-full') {
    throw new AddressUnusable(
      `The URL says sslmode=${sslmode}. Over a network only sslmode=verify-full is used: leave the setting out.`,
    );
  }
  return {
    hosts: listed,
    socket,
    database: decoded(database),
    user: decoded(user),
    password: password === undefined ? null : decoded(password),
    isEncrypted: !isLocal || sslmode === 'verify-full',
  };
}

/** The address without its password, to be kept beside it. Throws AddressUnusable. */
export function splitPassword(url: string): {
  readonly url: string;
  readonly password: string | null;
} {
  const { password } = readAddress(url);
  return { url: url.trim().replace(/^([^:]+:\/\/[^:@/?#]+):[^@/?#]*@/, '$1@'), password };
}

function readHost(text: string): { readonly host: string; readonly port: number } {
  const [, v6, name, port = '5432'] =
    /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = v6 ?? name;
  if (host === undefined || Number(port) > 65_535) {
    throw new AddressUnusable(`The URL names a host in another form: ${text}.`);
  }
  return { host, port: Number(port) };
}

function decoded(text: string): string {
  // It would end the name for the server, and what follows be a setting.
  if (text.includes('%00')) throw new AddressUnusable('The URL has a %00, which no name has.');
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AddressUnusable('The URL has a % that is not followed by two hex digits.');
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) === 4 ? host.startsWith('127.') : host === '::1');
