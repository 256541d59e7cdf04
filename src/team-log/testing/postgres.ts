/** A real PostgreSQL for tests: on loopback, in a folder of its own, under its own user, with fsync as it comes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { readAddress } from '../address.ts';
import type { SignedEntry } from '../entry.ts';
import { databaseVersion, migrations } from '../migrations.ts';
import { setUpDatabase } from '../set-up.ts';

export type Settings = Readonly<Record<string, string>>;

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** Makes a file its own. */
  give(path: string): void;
  /** URL of the superuser `postgres`, who needs no password. */
  url(database?: string): string;
  /** An empty database, by its name. */
  createDatabase(): Promise<string>;
  /** A database set up for a team, as of this version of the schema, with a login for computers and one for relays. */
  createTeamDatabase(version?: number): Promise<TeamDatabase>;
  /** Statements of the superuser. */
  run(sql: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the server as a power cut ends it, or as an administrator does, and keeps its files. */
  halt(how?: 'kill' | 'fast'): Promise<void>;
  /** Starts the server, with more settings for this time. */
  start(settings?: Settings): Promise<void>;
  /** A running standby that follows this one under the name `standby`, not waited for. */
  startStandby(settings?: Settings): Promise<PostgresServer>;
  /** Makes a standby take writes from now on. */
  promote(): Promise<void>;
  /** Starts a server that was killed as a standby of `primary`, by its own files rewound or by a new copy. */
  follow(primary: PostgresServer, by: 'rewind' | 'copy'): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

export interface TeamDatabase {
  readonly name: string;
  /** As superuser. */
  readonly admin: string;
  readonly desk: string;
  readonly relay: string;
}

/** Programs of one release, for a run with it; those that the folder lacks are the system's. */
// biome-ignore lint/plugin: for tests alone, in which nobody could hand it over.
const chosenFolder = process.env['CAUSEWAY_POSTGRES_BIN'] ?? '';

export const binary = (name: string): string => {
  const chosen = chosenFolder === '' ? [] : globSync(`${chosenFolder}/${name}`);
  const system = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse();
  return chosen[0] ?? system[0] ?? name;
};

/** PostgreSQL refuses to run as root; its package brings a user. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid = '', gid = ''] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}

function give(path: string): void {
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-postgres-'));
  give(folder);
  return folder;
}

/** Everybody but the superuser needs a password. */
const access = `local all all trust
host all postgres 127.0.0.1/32 trust
host replication postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`;

/** Starts one with an empty cluster. Stop it where the test ends. */
export async function startPostgres(settings: Settings = {}): Promise<PostgresServer> {
  const folder = newFolder();
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  execFileSync(binary('initdb'), [...args, '--no-sync'], { ...owner(), stdio: 'pipe' });
  writeFileSync(join(folder, 'pg_hba.conf'), access);
  return await serve(folder, settings);
}

type Source = Pick<PostgresServer, 'port' | 'folder' | 'url'>;

/** Another server's files, as they are now. */
async function copyFrom(source: Source, folder: string): Promise<void> {
  const from = ['-h', '127.0.0.1', '-p', String(source.port), '-U', 'postgres'];
  const args = ['-D', folder, '-c', 'fast', '--no-sync', ...from];
  const tried = spawnSync(binary('pg_basebackup'), args, { ...owner(), encoding: 'utf8' });
  if (tried.status === 0) return;
  // That of a release in CAUSEWAY_POSTGRES_BIN may be missing, and the system's be older.
  if (!tried.stderr.includes('incompatible server version')) throw new Error(tried.stderr);
  await copyByStatements(source, folder);
}

/** As pg_basebackup does, of PostgreSQL 15 or later; what was written meanwhile is asked from the source. */
async function copyByStatements(source: Source, folder: string): Promise<void> {
  const sql = postgres(source.url(), { max: 1 });
  await sql`SELECT pg_backup_start('copy', true)`;
  execFileSync('cp', ['-a', `${source.folder}/.`, folder], { ...owner(), stdio: 'pipe' });
  const [ended] = await sql`SELECT labelfile FROM pg_backup_stop(false)`;
  await sql.end();
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(folder, name));
  const label = join(folder, 'backup_label');
  writeFileSync(label, String(ended?.['labelfile']));
  give(label);
}

/** Makes it a standby of the server at that port when it is started with these settings. */
function following(port: number, folder: string): Settings {
  const signal = join(folder, 'standby.signal');
  writeFileSync(signal, '');
  give(signal);
  const conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
  return { primary_conninfo: conninfo };
}

/** As Linux tells them; none elsewhere. */
function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .flatMap((word) => Number(word) || []);
  } catch {
    return [];
  }
}

/** Where it has not ended by itself. */
function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}

async function serve(folder: string, first: Settings): Promise<PostgresServer> {
  const port = await freePort();
  const settings: Settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: '60',
    logging_collector: 'off',
    ...first,
  };
  let child: ChildProcess | null = null;
  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`;

  async function start(more: Settings = {}): Promise<void> {
    const args = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    for (let attempt = 0; attempt < 600; attempt += 1) {
      // After a kill the last children of the one before may still be ending.
      if (child === null || child.exitCode !== null) {
        child = spawn(binary('postgres'), ['-D', folder, ...args], { ...owner(), stdio: 'ignore' });
      }
      if (isReady(port)) return;
      await pause(20);
    }
    throw new Error('PostgreSQL did not start.');
  }

  async function halt(how: 'kill' | 'fast' = 'fast'): Promise<void> {
    if (child === null) return;
    const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
    // Those of the connections see that the first is gone, and end; on a busy machine one could commit before it sees.
    const all = how === 'kill' ? childrenOf(child.pid) : [];
    child.kill(how === 'kill' ? 'SIGKILL' : 'SIGINT');
    for (const pid of all) killOne(pid);
    await ended;
    child = null;
  }

  async function run(text: string, database?: string) {
    const sql = postgres(url(database), { max: 1, onnotice: () => undefined });
    try {
      return [...(await sql.unsafe(text))];
    } finally {
      await sql.end();
    }
  }

  async function createDatabase(): Promise<string> {
    const name = `team_${randomBytes(6).toString('hex')}`;
    await run(`CREATE DATABASE ${name}`);
    return name;
  }

  /** The last processes of one that was killed may still hold its files. */
  async function rewindTo(from: number): Promise<void> {
    const source = `host=127.0.0.1 port=${from} user=postgres dbname=postgres`;
    const args = ['-D', folder, '--source-server', source, '--no-sync'];
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const tried = spawnSync(binary('pg_rewind'), args, { ...owner(), encoding: 'utf8' });
      if (tried.status === 0) return;
      // Once it has begun, what it leaves is no server any more.
      if (!/lock file|in use/.test(tried.stderr)) throw new Error(tried.stderr);
      await pause(50);
    }
    throw new Error('The server that was killed does not let its files go.');
  }

  await start();
  return {
    port,
    folder,
    give,
    url,
    run,
    start,
    halt,
    createDatabase,
    async promote() {
      await run('SELECT pg_promote()');
      // Until then it does not say which timeline it is on to who wants to follow it.
      await run('CHECKPOINT');
    },
    async follow(primary, by) {
      if (by === 'rewind') await rewindTo(primary.port);
      else {
        for (const name of readdirSync(folder)) {
          rmSync(join(folder, name), { recursive: true, force: true });
        }
        await copyFrom(primary, folder);
      }
      await start(following(primary.port, folder));
    },
    async createTeamDatabase(version = databaseVersion) {
      const name = await createDatabase();
      await setUpDatabase({ address: readAddress(url(name)) });
      if (version < databaseVersion) await run(schemaOf(version), name);
      const [desk, relay] = await Promise.all(
        (['desk', 'relay'] as const).map(async (as) => {
          const login = `${as}_${name}`;
          await run(`CREATE ROLE ${login} LOGIN PASSWORD 'pass word' IN ROLE causeway_${as}`);
          return `postgres://${login}:pass%20word@127.0.0.1:${port}/${name}`;
        }),
      );
      return { name, admin: url(name), desk: desk ?? '', relay: relay ?? '' };
    },
    async startStandby(more = {}) {
      const copy = newFolder();
      await copyFrom({ port, folder, url }, copy);
      return await serve(copy, { ...more, ...following(port, copy) });
    },
    async stop() {
      await halt('fast');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Begins anew, as the program of that version did. */
const schemaOf = (version: number): string =>
  `DROP SCHEMA causeway CASCADE; CREATE SCHEMA causeway AUTHORIZATION causeway_owner; SET ROLE causeway_owner;
  ${migrations
    .slice(0, version)
    .map(({ sql }) => sql)
    .join('')}
  INSERT INTO causeway.migrations (version) SELECT generate_series(1, ${version})`;

const isReady = (port: number): boolean =>
  spawnSync(binary('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0;

/** As whoever has a login may write, past the client. */
export async function insertAsItIs(sql: postgres.ISql, entry: SignedEntry): Promise<void> {
  const hex = (text: string) => Buffer.from(text, 'hex');
  await sql`INSERT INTO causeway.entries ${sql({
    team: hex(entry.team),
    stream: hex(entry.stream),
    author: hex(entry.author),
    sequence: entry.sequence,
    kind: entry.kind,
    epoch: entry.epoch,
    at: entry.at,
    previous: hex(entry.previous),
    payload: hex(entry.payload),
    signature: hex(entry.signature),
    bytes: entry.bytes,
  })}`;
}
