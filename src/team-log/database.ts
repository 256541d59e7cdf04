/** Connections to a team's database: TLS, deadlines, and what errors of the driver mean to people. */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import postgres, { type Sql } from 'postgres';
import { errorCode } from '../platform/error-code.ts';
import type { DatabaseAddress } from './address.ts';
import { closedEarly, createDialler, type Dialler, timedOut } from './dial.ts';
import {
  CertificateRefused,
  LoginRefused,
  TeamDatabaseAway,
  TeamDatabaseRefused,
} from './errors.ts';

/** PostgreSQL's own numbers of types (pg_type). */
const BYTEA = 17;
const BYTEA_ARRAY = 1001;
const TEXT_ARRAY = 1009;
const BIGINT_ARRAY = 1016;

const listOf = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;

const hexOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('hex');

/** Bytes and lists as parameters, without asking the server for its types at each connection. */
const types = {
  /** Bytes, or parts of them in order. */
  byteaOf: {
    to: BYTEA,
    from: [],
    serialize: (given: Uint8Array | readonly Uint8Array[]) =>
      ['\\x', ...(given instanceof Uint8Array ? [given] : given).map(hexOf)].join(''),
    parse: (): Uint8Array | readonly Uint8Array[] => [],
  },
  /** Byte strings, given as hex digits. */
  byteaList: {
    to: BYTEA_ARRAY,
    from: [],
    serialize: (list: readonly (string | null)[]) =>
      `{${list.map((hex) => (hex === null ? 'NULL' : `"\\\\x${hex}"`)).join(',')}}`,
    parse: (): readonly (string | null)[] => [],
  },
  textList: {
    to: TEXT_ARRAY,
    from: [],
    serialize: listOf,
    parse: (): readonly (string | null)[] => [],
  },
  bigintList: {
    to: BIGINT_ARRAY,
    from: [],
    serialize: (list: readonly number[]) => `{${list.join(',')}}`,
    parse: (): readonly number[] => [],
  },
};

export type Database = Sql<{
  byteaOf: Uint8Array | readonly Uint8Array[];
  byteaList: readonly (string | null)[];
  textList: readonly (string | null)[];
  bigintList: readonly number[];
}>;

export interface ConnectOptions {
  readonly address: DatabaseAddress;
  /** PEM; without it what Node trusts. */
  readonly ca?: string | undefined;
  readonly connections: number;
  /** Leaves the server's own settings as they are, so that they can be looked at. */
  readonly asItIs?: boolean;
  readonly onNotify?: (channel: string, payload: string) => void;
  /** After a connection ended. */
  readonly onClose?: () => void;
}

const CONNECT_SECONDS = 10;

/** @param before the one of the connections that these are in the place of */
export const dialler = ({ address }: ConnectOptions, before?: Dialler): Dialler =>
  createDialler(address, CONNECT_SECONDS * 1_000, before?.next());

/** What the driver's types don't have. */
interface MoreOptions {
  readonly onnotify?: ConnectOptions['onNotify'];
  readonly socket: () => PromiseLike<unknown>;
}

/** Connects when it is first used. */
export function connectDatabase(connect: ConnectOptions, dials = dialler(connect)): Database {
  const { address, ca, connections, asItIs, onNotify, onClose } = connect;
  const { hosts, user, password, database, isEncrypted } = address;
  const options: postgres.Options<typeof types> & MoreOptions = {
    user,
    database,
    max: connections,
    types,
    fetch_types: false,
    ...(password !== null && { password }),
    // As lists, which its types don't say, and which it looks at for errors alone.
    host: dials.hosts as unknown as string,
    port: [] as unknown as number,
    socket: dials.dial,
    ...(hosts.length > 1 && { target_session_attrs: 'primary' as const }),
    ssl: isEncrypted && tlsOptions(address, ca),
    connect_timeout: CONNECT_SECONDS,
    // Who asks again waits before (src/platform/back-off.ts).
    backoff: () => 0,
    onnotice: () => undefined,
    ...(onNotify !== undefined && { onnotify: onNotify, max_lifetime: null }),
    ...(onClose !== undefined && { onclose: onClose }),
    connection: {
      application_name: 'causeway',
      ...(asItIs !== true && { synchronous_commit: 'on', statement_timeout: DEADLINE_MS }),
    },
  };
  return postgres(options);
}

/** As `verify-full`: a certificate of a trusted authority, for the name that was entered. */
const tlsOptions = ({ hosts }: DatabaseAddress, ca: string | undefined) => ({
  ...(ca !== undefined && { ca }),
  // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  // The driver gives no name for an IP address; then the certificate has to be for one that was entered.
  checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined {
    if (hosts.some(({ host }) => host === name)) return checkServerIdentity(name, certificate);
    const errors = hosts
      .filter(({ host }) => isIP(host) !== 0)
      .map(({ host }) => checkServerIdentity(host, certificate));
    return errors.length === 0
      ? checkServerIdentity(name, certificate)
      : errors.every((error) => error !== undefined)
        ? errors[0]
        : undefined;
  },
});

/**
 * Connections that are made anew after each failure. The driver's own reconnecting is not used: where a
 * connection ends while a statement waits to be written, 3.4.9 keeps those bytes, writes them before the next
 * start of the protocol, and hangs.
 */
export interface Pool {
  /** Throws what `within` throws. */
  run<Result>(statement: (sql: Database) => PromiseLike<Result>): Promise<Result>;
  end(): Promise<void>;
}

export function createPool(options: ConnectOptions): Pool {
  let current: { readonly sql: Database; readonly dials: Dialler } | null = null;
  let dials: Dialler | undefined;
  let isEnded = false;
  const made = () => {
    dials = dialler(options, dials);
    return { sql: connectDatabase(options, dials), dials };
  };
  return {
    async run(statement) {
      if (isEnded) throw away('was left');
      current ??= made();
      const used = current;
      try {
        const result = await within(statement(used.sql));
        used.dials.worked();
        return result;
      } catch (error) {
        if (!(error instanceof TeamDatabaseAway)) used.dials.worked();
        else if (used === current) {
          current = null;
          used.sql.end({ timeout: 0 }).catch(() => undefined);
        }
        throw error;
      }
    },
    async end() {
      isEnded = true;
      await current?.sql.end({ timeout: 5 });
      current = null;
    },
  };
}

const DEADLINE_MS = 20_000;

/**
 * The result of a statement within a deadline. Throws TeamDatabaseAway, TeamDatabaseRefused, and UniqueViolation.
 * One that is late is not cancelled, but left to the server's own deadline: a commit that waits for a synchronous
 * standby would be told as done by that, and shown to others before the standby has it. The driver's way to cancel
 * also rejects where nobody can catch it, once the server is gone.
 */
export async function within<Result>(statement: PromiseLike<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new TeamDatabaseAway(
          `The team’s database did not respond within ${DEADLINE_MS / 1_000} seconds.`,
        ),
      );
    }, DEADLINE_MS);
  });
  try {
    return await Promise.race([statement, late]);
  } catch (error) {
    throw inWords(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A row with the same key is there. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** The login's privileges do not reach that far. */
export class NotPermitted extends TeamDatabaseRefused {}

const isPostgresError = (error: unknown): error is postgres.PostgresError =>
  error instanceof Error && error.name === 'PostgresError';

/** The driver's error in words. Its own holds statements with their parameters, so none of it is passed on. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TeamDatabaseAway) return error;
  const code = errorCode(error);
  if (isPostgresError(error)) return ofServer(code);
  if (isTls(code)) return certificateRefused(code);
  if (code === timedOut) return away('did not answer in time');
  if (code === closedEarly)
    return away('closes the connection before it is ready; a proxy before it may have no server');
  if (code === 'CONNECTION_DESTROYED')
    return away('is being left, or none of its hosts takes writes now');
  if (code === 'ECONNREFUSED') return away('refuses connections; it may be stopped');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return away('has a host name that was not found');
  if (code === 'ECONNRESET') return away('closes the connection; it may offer no TLS');
  return code === '' ? error : away(`can't be reached (${code})`);
}

const away = (what: string): TeamDatabaseAway =>
  new TeamDatabaseAway(`The team’s database ${what}.`);

const isTls = (code: string): boolean =>
  /^ERR_(?:TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO_|^EPROTO$|HOSTNAME_MISMATCH/.test(code);

const certificateRefused = (code: string): TeamDatabaseRefused =>
  new CertificateRefused(
    `The certificate of the team’s database is not trusted on this computer (${code}).`,
    'Give the server a certificate for the host name in the URL, and give Causeway the certificate of the authority that signed it.',
  );

/** What an administrator can do something about. */
const awayWords: Readonly<Record<string, string>> = {
  '53100': 'has no disk space left',
  '53200': 'has no memory left',
  '53300': 'has no connection left; raise max_connections',
  '57P01': 'ended the connection, as where it is stopped',
  '57P03': 'is starting or stopping',
};

function ofServer(code: string): Error {
  if (code === '23505') return new UniqueViolation('A row with the same key is there.');
  if (code === '28P01' || code === '28000') {
    return new LoginRefused(
      'The team’s database does not accept this user and password, or lets this user connect only in another way.',
      'Check user and password, and the server’s pg_hba.conf (hostssl, scram-sha-256). Where it asks for TLS on this computer too, end the URL with ?sslmode=verify-full.',
    );
  }
  if (code === '3D000') {
    return new TeamDatabaseRefused(
      'The server has no database of this name.',
      'Check the name after the last / of the URL.',
    );
  }
  if (code === '42P01' || code === '3F000') {
    return new TeamDatabaseRefused(
      'This database is not set up for a team.',
      'Whoever runs the database has to run: npm run team -- init --database-url URL',
    );
  }
  // A function, column or other thing that a step of the schema makes.
  if (code === '42883' || code === '42703' || code === '42704') {
    return new TeamDatabaseRefused(
      `The schema of the team’s database is not as a released version of Causeway makes it (${code}). It was set up by a version under development, restored in parts, or somebody changed it.`,
      'Restore all of the database from a backup. If no team is in it yet, create another one: createdb NAME, then npm run team -- init --database-url URL',
    );
  }
  if (code === '42501') {
    return new NotPermitted(
      'This login may not do that in the team’s database.',
      'Use a login of causeway_desk for computers and of causeway_relay for relays: npm run team -- login NAME --as desk',
    );
  }
  // The latter where it is asked for its place in the write-ahead log.
  if (code === '25006' || code === '55000')
    return away('takes no writes now: it is a standby, or is being switched over');
  const known = awayWords[code];
  if (known !== undefined) return away(`${known} (${code})`);
  // Connections, resources, an operator, the system, and what a retry resolves.
  if (/^(?:08|40|53|57|58|XX)/.test(code)) return away(`reports an error (${code})`);
  return new TeamDatabaseRefused(
    `The team’s database does not do what Causeway asks (${code}).`,
    'Look at the server’s log for the statement, and tell whoever supports Causeway.',
  );
}
