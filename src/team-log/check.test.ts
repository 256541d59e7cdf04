/** Which database and login a team's log is trusted to, and what each may do. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom as random } from '../platform/random.ts';
import { type TestCertificate, testCertificate } from '../sandbox/testing/certificate.ts';
import { readAddress } from './address.ts';
import { createChain } from './chain.ts';
import type { LoginKind } from './check.ts';
import { createPool } from './database.ts';
import { createJudge } from './judge.ts';
import { createMemoryStore } from './memory-store.ts';
import { databaseVersion } from './migrations.ts';
import { NeedsAdministrator, readStatus, setUpDatabase } from './set-up.ts';
import { openTeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres, type TeamDatabase } from './testing/postgres.ts';
import { at, createTeam, randomStream } from './testing/team.ts';

let server: PostgresServer;
/** Whose settings and roles are changed. */
let other: PostgresServer;
let database: TeamDatabase;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  [server, other] = await Promise.all([startPostgres(), startPostgres()]);
  database = await server.createTeamDatabase();
});
afterEach(async () => {
  await Promise.all(undo.splice(0).map((one) => one()));
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

const all = { entries: 1_000, bytes: 10_000_000 };
const team = 'a'.repeat(64);

function opened(url: string, ca?: string) {
  const log = openTeamLog({ url, team, ...(ca !== undefined && { ca }) });
  undo.push(() => log.close());
  return log;
}

/** What is said of the database at this address, and what to change; null where it is taken. */
const refusal = async (
  url: string,
  ca?: string,
  kind: LoginKind = 'desk',
): Promise<string | null> =>
  await opened(url, ca)
    .check(kind)
    .then(
      () => null,
      (error: { message: string; change?: string }) => `${error.message} ${error.change}`,
    );

/** `other`, started again with this certificate. */
async function serveTls({ cert, key }: TestCertificate): Promise<void> {
  await other.halt();
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const path = join(other.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    other.give(path);
  }
  await other.start({ ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' });
}

describe('a database', () => {
  it('is taken as it comes, by logins of the two groups alone', async () => {
    expect(await refusal(database.desk)).toBeNull();
    expect(await refusal(database.relay, undefined, 'relay')).toBeNull();
    expect(await refusal(database.relay)).toMatch(/not a member of causeway_desk.*--as desk$/);
    expect(await refusal(database.desk, undefined, 'relay')).toMatch(/--as relay$/);
    expect(await refusal(database.admin)).toMatch(
      /login postgres may change or delete .* superuser/,
    );
    await server.run(`CREATE ROLE plain LOGIN PASSWORD 'x'`);
    const plain = `postgres://plain:x@127.0.0.1:${server.port}/${database.name}`;
    expect(await refusal(plain)).toMatch(/may not do that .*login NAME --as desk/);
    expect(await refusal(plain.replace(':x@', ':y@'))).toMatch(/does not accept this user/);
    expect(await refusal(`${plain}s`)).toMatch(/no database of this name/);
    expect(await refusal(server.url(await server.createDatabase()))).toMatch(
      /not set up for a team/,
    );
    const early = await server.createTeamDatabase();
    await server.run('ALTER TABLE causeway.migrations RENAME COLUMN version TO number', early.name);
    expect(await refusal(early.desk)).toMatch(/a version under development.*Restore all of/);
    expect(await refusal('postgres://a@127.0.0.1:1/b')).toMatch(/refuses connections/);
  });

  it.each([
    ['synchronous_commit', 'off', 'acknowledges what it may still lose'],
    ['synchronous_commit', 'local', 'synchronous_commit = on for this database'],
    ['default_transaction_read_only', 'on', 'takes no writes'],
  ])('with %s = %s is refused', async (name, value, words) => {
    const changed = await server.createTeamDatabase();
    await server.run(`ALTER DATABASE ${changed.name} SET ${name} = ${value}`);
    expect(await refusal(changed.desk)).toContain(words);
  });

  it('acknowledges no entry that it may still lose, whatever the database or the role has as its default', async () => {
    const { name, desk } = await server.createTeamDatabase();
    for (const [of, value] of [
      [`DATABASE ${name}`, 'off'],
      [`ROLE desk_${name}`, 'local'],
      [`ROLE desk_${name} IN DATABASE ${name}`, 'remote_write'],
    ] as const) {
      await server.run(`ALTER ${of} SET synchronous_commit = ${value}`);
      const shown = async (more: { asItIs?: boolean }) => {
        const pool = createPool({ address: readAddress(desk), connections: 1, ...more });
        const rows = await pool.run((sql) => sql`SHOW synchronous_commit`);
        await pool.end();
        return rows[0]?.['synchronous_commit'];
      };
      expect([await shown({ asItIs: true }), await shown({})]).toEqual([value, 'on']);
    }
  });

  it('with fsync or full_page_writes off, and a standby, are refused', async () => {
    await other.halt();
    await other.start({ fsync: 'off' });
    expect(await refusal(other.url())).toMatch(/fsync off: a power cut .*fsync = on/);
    await other.halt();
    await other.start({ fsync: 'on', full_page_writes: 'off' });
    expect(await refusal(other.url())).toMatch(/full_page_writes off/);
    await other.halt();
    await other.start();
    const standby = await server.startStandby();
    undo.push(() => standby.stop());
    const there = database.desk.replace(`:${server.port}/`, `:${standby.port}/`);
    expect(await refusal(there)).toMatch(/is a standby: .*primary/);
    await expect(opened(there).append([createTeam().entries[0] as never])).rejects.toThrow(
      'takes no writes now',
    );
    // Of both, the one that takes writes.
    const both = database.desk.replace('@', `@127.0.0.1:${standby.port},`);
    expect(await refusal(both)).toBeNull();
    const two = there.replace('@', `@127.0.0.1:${standby.port},`);
    expect(await refusal(two)).toMatch(/none of its hosts takes writes/);
    // As a machine that hangs, or has no power: it does not refuse.
    const silent = createServer().listen(0, '127.0.0.1');
    undo.push(async () => silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    expect(await refusal(database.desk.replace('@', `@127.0.0.1:${port},`))).toBeNull();
  });

  it('over TLS shows a certificate of a trusted authority for its name', async () => {
    const { cert, key } = testCertificate();
    const { desk } = await other.createTeamDatabase();
    const asked = `${desk}?sslmode=verify-full`;
    expect(await refusal(asked, cert)).toContain('it may offer no TLS');
    await serveTls({ cert, key });
    expect(await refusal(asked, cert)).toBeNull();
    expect(await refusal(asked.replace('127.0.0.1', 'localhost'), cert)).toBeNull();
    expect(await refusal(asked)).toMatch(/is not trusted on this computer \(DEPTH_ZERO/);
    expect(await refusal(asked, testCertificate().cert)).toMatch(/is not trusted/);
    // One that is trusted, but of another host.
    const another = testCertificate(['db.example']);
    await serveTls(another);
    for (const host of ['127.0.0.1', 'localhost', `localhost:1,127.0.0.1`]) {
      const words = /is not trusted on this computer \(ERR_TLS_CERT_ALTNAME_INVALID\)/;
      expect(await refusal(asked.replace('127.0.0.1', host), another.cert), host).toMatch(words);
    }
  });
});

describe('logins', () => {
  it('can’t change, delete or empty the log, nor say where an entry is read', async () => {
    const made = createTeam();
    const log = openTeamLog({ url: database.desk, team: made.team });
    undo.push(() => log.close());
    await log.append(made.entries);
    for (const url of [database.desk, database.relay, database.admin]) {
      const sql = postgres(url, { max: 1, onnotice: () => undefined });
      undo.push(() => sql.end());
      for (const statement of [
        `UPDATE causeway.entries SET at = 'x'`,
        'DELETE FROM causeway.entries',
        'TRUNCATE causeway.entries',
      ]) {
        await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
      }
      if (url === database.admin) continue;
      for (const statement of [
        'INSERT INTO causeway.entries (transaction) VALUES (DEFAULT)',
        'INSERT INTO causeway.entries (position) VALUES (DEFAULT)',
        'INSERT INTO causeway.entries (login) VALUES (DEFAULT)',
        'ALTER TABLE causeway.entries DISABLE TRIGGER ALL',
        'CREATE TABLE causeway.mine (x int)',
        'DELETE FROM causeway.joins',
        'UPDATE causeway.joins SET at = now()',
        'DELETE FROM causeway.presence',
        'DELETE FROM causeway.presence_by_login',
        'INSERT INTO causeway.migrations VALUES (99)',
        'SET ROLE causeway_owner',
      ]) {
        await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
      }
    }
    expect((await log.read(made.own, null, all)).entries).toEqual(made.entries);
  });

  it('can’t keep another one’s next entry out by something forged in its place', async () => {
    const made = createTeam();
    const fact = made.fact(made.owner, randomStream(), 'true');
    const own = openTeamLog({ url: database.desk, team: made.team });
    await server.run(`CREATE ROLE rogue LOGIN PASSWORD 'x' IN ROLE causeway_desk`);
    const url = `postgres://rogue:x@127.0.0.1:${server.port}/${database.name}`;
    const rogue = openTeamLog({ url, team: made.team });
    undo.push(
      () => own.close(),
      () => rogue.close(),
    );
    const forged = { ...fact, signature: 'a'.repeat(128) };
    await rogue.append([forged]);
    await own.append([...made.entries, fact]);
    await own.append([fact]);
    const { entries } = await own.read(fact.stream, null, all);
    expect(entries).toEqual([forged, fact]);
    const judge = createJudge(made.team, createMemoryStore());
    for (const entry of made.entries) judge.judge(entry, made.own);
    expect(entries.map((entry) => judge.judge(entry, fact.stream).is)).toEqual([
      'problem',
      'taken',
    ]);
  });

  it('of relays read members, paths and deliveries, and add deliveries alone', async () => {
    const made = createTeam();
    const relay = made.add('relay');
    const stream = randomStream();
    const fact = made.fact(made.owner, stream, 'secret');
    const epoch = made.membership().epochs.at(-1) ?? null;
    const paths = made
      .chainOf(made.owner, made.own)
      .next({ kind: 'paths', epoch: null, content: Buffer.from('{}'), at });
    const desk = openTeamLog({ url: database.desk, team: made.team });
    const log = openTeamLog({ url: database.relay, team: made.team });
    undo.push(
      () => desk.close(),
      () => log.close(),
    );
    await desk.append([...made.entries, paths, fact]);

    const { entries } = await log.read(made.own, null, all);
    expect(entries).toEqual([...made.entries, paths]);
    const judge = createJudge(made.team, createMemoryStore());
    expect(entries.map((entry) => judge.judge(entry, made.own).is)).toEqual(
      entries.map(() => 'taken'),
    );
    expect((await log.read(stream, null, all)).entries).toEqual([]);
    expect(await log.headsOf(stream)).toEqual({});

    const chain = createChain({ signing: relay, team: made.team, stream, head: null, random });
    const delivery = chain.next({ kind: 'deliveries', epoch, content: Buffer.from('d'), at });
    await log.append([delivery]);
    await log.append([delivery]);
    expect((await log.read(stream, null, all)).entries).toEqual([delivery]);
    expect((await desk.read(stream, null, all)).entries).toEqual([fact, delivery]);
    const wrong = chain.next({ kind: 'facts', epoch, content: Buffer.from('d'), at });
    await expect(log.append([wrong])).rejects.toThrow('may not do that');
    await expect(log.requests.send('a'.repeat(64), Buffer.from('x'))).rejects.toThrow('may not');
  });
});

describe('setting up', () => {
  it('may be run again, by two people at once, and says what is there', async () => {
    const name = await server.createDatabase();
    const where = { address: readAddress(server.url(name)) };
    expect(await readStatus(where)).toMatchObject({ version: 0, authors: [], problems: [] });
    const both = await Promise.all([setUpDatabase(where), setUpDatabase(where)]).catch(async () => [
      await setUpDatabase(where),
    ]);
    expect(both.every(({ now }) => now === databaseVersion)).toBe(true);
    expect(await setUpDatabase(where)).toEqual({
      created: [],
      before: databaseVersion,
      now: databaseVersion,
    });
    const status = await readStatus({ address: readAddress(database.admin) });
    expect(status.server).toBeGreaterThan(140_000);
    expect(status.version).toBe(databaseVersion);
    expect(status.roles.map(({ role }) => role)).toEqual([
      'causeway_desk',
      'causeway_owner',
      'causeway_relay',
    ]);
    expect(status.roles[0]?.logins).toContain(`desk_${database.name}`);
    expect(status.authors[0]).toMatchObject({ entries: expect.any(Number), at });
  });

  it('gives the SQL for an administrator where its user may not, and goes on once that was run', async () => {
    await dropAll(other);
    const fresh = other;
    const name = await fresh.createDatabase();
    await fresh.run(`CREATE ROLE "it.person" LOGIN PASSWORD 'x'`);
    const address = readAddress(`postgres://it.person:x@127.0.0.1:${fresh.port}/${name}`);
    const refused = await setUpDatabase({ address }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NeedsAdministrator);
    const { sql } = refused as NeedsAdministrator;
    expect(sql.split('\n')).toEqual([
      'CREATE ROLE causeway_owner NOLOGIN;',
      'CREATE ROLE causeway_desk NOLOGIN;',
      'CREATE ROLE causeway_relay NOLOGIN;',
      'GRANT causeway_owner TO "it.person";',
      'CREATE SCHEMA IF NOT EXISTS causeway AUTHORIZATION causeway_owner;',
    ]);
    await fresh.run(sql, name);
    expect(await setUpDatabase({ address })).toEqual({
      created: [],
      before: 0,
      now: databaseVersion,
    });
    // Who may create roles, and the database is theirs, needs nobody. From PostgreSQL 16 on they grant only their own.
    const second = await fresh.createDatabase();
    await fresh.run(`DROP SCHEMA causeway CASCADE`, name);
    await fresh.run(`CREATE ROLE maker LOGIN CREATEROLE PASSWORD 'x'; ALTER DATABASE ${second} OWNER TO maker;
      DROP OWNED BY causeway_owner, causeway_desk, causeway_relay;
      DROP ROLE causeway_owner, causeway_desk, causeway_relay`);
    const maker = readAddress(`postgres://maker:x@127.0.0.1:${fresh.port}/${second}`);
    expect(await setUpDatabase({ address: maker })).toEqual({
      created: ['causeway_owner', 'causeway_desk', 'causeway_relay'],
      before: 0,
      now: databaseVersion,
    });
    const { roles } = await readStatus({ address: maker });
    expect(roles.map(({ role, logins }) => [role, logins])).toEqual([
      ['causeway_desk', []],
      ['causeway_owner', ['maker']],
      ['causeway_relay', []],
    ]);
  });
});

/** As a server is on which nobody set anything up. */
async function dropAll(server: PostgresServer): Promise<void> {
  const names = async (sql: string) => (await server.run(sql)).map(({ name }) => String(name));
  for (const name of await names(
    `SELECT datname AS name FROM pg_database WHERE datname ~ '^team_'`,
  )) {
    await server.run(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  for (const name of await names(
    `SELECT rolname AS name FROM pg_roles WHERE rolname !~ '^(pg_|postgres)'`,
  )) {
    await server.run(`DROP ROLE "${name}"`);
  }
}
