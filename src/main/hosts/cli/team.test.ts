/** `npm run team`, as the person in IT runs it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../platform/arguments.ts';
import { hashOfEntry, noEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { databaseVersion } from '../../../team-log/migrations.ts';
import { openTeamLog } from '../../../team-log/team-log.ts';
import { binary, type PostgresServer, startPostgres } from '../../../team-log/testing/postgres.ts';
import { at, createSigner, createTeam } from '../../../team-log/testing/team.ts';
import { parseTeamOptions } from './team-options.ts';
import { runTeam } from './team-run.ts';

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'causeway-team-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const isWell = await runTeam(parseTeamOptions(args), (line) => lines.push(line));
  return { isWell, said: lines.join('\n') };
}

it('sets a database up, and says what is in it', async () => {
  const url = server.url(await server.createDatabase());
  expect(await run('status', '--database-url', url)).toMatchObject({
    isWell: false,
    said: expect.stringContaining('Not set up for a team: run init.'),
  });
  // Before there are groups no login can be in one, and none is left.
  const early = (await run('login', 'early', '--as', 'desk')).said;
  const psql = spawnSync(binary('psql'), ['-X', '-d', url, '-f', '-'], {
    input: early,
    encoding: 'utf8',
  });
  expect(psql).toMatchObject({ status: 3, stderr: expect.stringContaining('causeway_desk') });
  expect(await server.run(`SELECT 1 FROM pg_roles WHERE rolname = 'early'`)).toEqual([]);
  const first = await run('init', '--database-url', url);
  expect(first).toMatchObject({
    isWell: true,
    said: expect.stringContaining(`version ${databaseVersion}`),
  });
  expect((await run('init', '--database-url', url)).said).toContain('as before');

  const { said } = await run('login', 'ada', '--as', 'desk');
  // Without a terminal nobody enters a password.
  const file = join(folder, 'ada.sql');
  writeFileSync(file, said);
  const alone = spawn(binary('psql'), ['-X', '-d', url, '-f', file], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint, [code]] = await Promise.all([text(alone.stderr), once(alone, 'exit')]);
  expect([code, complaint]).toEqual([3, expect.stringContaining('No password')]);
  expect(await server.run(`SELECT 1 FROM pg_roles WHERE rolname = 'ada'`)).toEqual([]);
  const database = url.slice(url.lastIndexOf('/') + 1);
  const sql = said
    .replace(':"DBNAME"', database)
    .replace('\\password "ada"', `ALTER ROLE ada PASSWORD 'hidden word';`)
    .replace(/^\\.*$/gm, '');
  await server.run(sql, database);
  const login = `postgres://ada@127.0.0.1:${server.port}/${database}`;
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'hidden word\n');

  await expect(run('status', '--database-url', login)).rejects.toThrow('none was given');
  expect((await run('status', '--database-url', url)).said).toContain('The database is empty');
  const made = createTeam();
  const log = openTeamLog({ url: login, password: 'hidden word', team: made.team });
  await log.check('desk');
  await log.append(made.entries);
  const look = await run('status', '--database-url', url);
  expect(look.said).toContain('causeway_desk: ada (connected)\n');
  await log.close();
  await server.run('ALTER ROLE ada NOLOGIN', database);
  const off = (await run('status', '--database-url', url)).said;
  expect(off).toMatch(/causeway_desk: ada \(NOLOGIN(, connected)?\)\n/);
  await server.run('ALTER ROLE ada LOGIN', database);
  const asked = ['--database-url', login, '--password-file', passwordFile];
  await expect(run('status', ...asked)).rejects.toThrow('Run chmod 600 on it.');
  chmodSync(passwordFile, 0o600);
  const status = await run('status', ...asked);
  expect(status.isWell).toBe(true);
  expect(status.said).toMatch(/^PostgreSQL \d+\.\d+\nSchema: version \d+\nSettings: durable/);
  expect(status.said).toContain(`Schema: version ${databaseVersion}\n`);
  expect(status.said).toContain('causeway_desk: ada');
  expect(status.said).toContain(
    `Team ${made.team.slice(0, 8)}, login ada, owner, key ${made.owner.publicKey.slice(0, 4)} `,
  );
  expect(status.said).toMatch(/: 1 entry, \d+ bytes, last 2026-11-26T10:00:00.000Z$/);
  expect(status.said).not.toContain('hidden');
});

it('finds what keeps owners from changing members, and says how to remove it', async () => {
  const { name, desk, admin } = await server.createTeamDatabase();
  const made = createTeam();
  const log = openTeamLog({ url: desk, team: made.team });
  await log.append(made.entries);
  expect((await run('status', '--database-url', admin)).isWell).toBe(true);
  // By a login whose owner is not one of the team: signed by nobody, in a stream of no profile.
  const [first] = made.entries;
  if (first === undefined) throw new Error('There is no entry.');
  const follows = made.membership().head;
  await log.append([{ ...first, follows, stream: 'a'.repeat(32) }]);
  const member = made.add('operator');
  const change = made.entries.filter((entry) => entry !== first);
  await expect(log.append(change)).rejects.toMatchObject({ isFollowed: true });
  const { isWell, said } = await run('status', '--database-url', admin);
  expect(isWell).toBe(false);
  expect(said).toContain(`written by login desk_${name}, takes the place of the next change`);
  await server.run(said.slice(said.indexOf('BEGIN;')), name);
  await log.append(change);
  await log.close();
  expect((await run('status', '--database-url', admin)).isWell).toBe(true);
  expect(made.membership().members.has(member.publicKey)).toBe(true);
  await expect(server.run('DELETE FROM causeway.entries', name)).rejects.toThrow('only added to');
});

it('finds what keeps a request from being sent again, and removes just that', async () => {
  const { name, desk, admin } = await server.createTeamDatabase();
  const made = createTeam();
  const ada = made.add('operator');
  const left = made.add('approver');
  made.remove(left);
  const stream = 'b'.repeat(32);
  const epoch = made.membership().epochs.at(-1) ?? null;
  const claim = (by: typeof ada, follows: string) => {
    const content = Buffer.from('claim');
    return made.chainOf(by, stream).next({ kind: 'claim', epoch, content, at, follows });
  };
  const first = claim(ada, 'c'.repeat(64));
  const log = openTeamLog({ url: desk, team: made.team });
  await log.append([...made.entries, first]);
  expect(await run('status', '--database-url', admin)).toMatchObject({ isWell: true });

  await server.run(`CREATE ROLE rogue LOGIN PASSWORD 'x' IN ROLE causeway_desk`);
  const url = `postgres://rogue:x@127.0.0.1:${server.port}/${name}`;
  const rogue = openTeamLog({ url, team: made.team });
  const again = claim(ada, hashOfEntry(first));
  const another = claim(ada, 'd'.repeat(64));
  const nobody = { ...again, author: 'e'.repeat(64), sequence: 1, previous: noEntry };
  await rogue.append([
    // What the next claim follows is known to who reads the one before. In another stream, too, and of any kind.
    { ...nobody, stream: 'f'.repeat(32), kind: 'facts' },
    // By a key of no member: intact.
    claim(createSigner(), 'd'.repeat(64)),
    // With another payload than it names.
    { ...claim(ada, '2'.repeat(64)), bytes: Buffer.from('other') },
  ]);
  await expect(log.append([again])).rejects.toMatchObject({ isFollowed: true });
  await expect(log.append([another])).rejects.toMatchObject({ isFollowed: true });
  const { isWell, said } = await run('status', '--database-url', admin);
  expect(isWell).toBe(false);
  expect(said).toContain('can’t send some requests: 3 of the rows written by login rogue take');
  await server.run(said.slice(said.indexOf('BEGIN;')), name);
  await log.append([again, another]);
  expect((await run('status', '--database-url', admin)).isWell).toBe(true);

  // Who removed its author had not read it: that request may have been sent.
  await log.append([claim(left, '1'.repeat(64)), { ...nobody, follows: '3'.repeat(64) }]);
  const late = await run('status', '--database-url', admin);
  const [all = '', one = ''] = late.said.split('COMMIT;');
  expect(all).toContain(`1 of the rows written by login desk_${name} take`);
  expect(one).toContain(`claimed at ${at} and was removed`);
  expect(one).toContain(`key ${left.publicKey.slice(0, 4)}`);
  expect(one).toContain('may have been sent');
  const claims = "SELECT count(*)::int AS n FROM causeway.entries WHERE kind = 'claim'";
  await server.run(`${all.slice(all.indexOf('BEGIN;'))}COMMIT;`, name);
  expect(await server.run(claims, name)).toEqual([{ n: 4 }]);
  await server.run(`${one.slice(one.indexOf('BEGIN;'))}COMMIT;`, name);
  await Promise.all([log.close(), rogue.close()]);
  expect((await run('status', '--database-url', admin)).isWell).toBe(true);
  const rows = await server.run('SELECT count(*)::int AS n FROM causeway.entries', name);
  expect(rows).toEqual([{ n: made.entries.length + 3 }]);
});

it('calls no claim false while it can’t tell who is in the team', async () => {
  const { desk, admin } = await server.createTeamDatabase();
  const made = createTeam();
  const [, bob] = [made.add('operator'), made.add('operator')];
  const epoch = made.membership().epochs.at(-1) ?? null;
  const content = Buffer.from('claim');
  const claim = made
    .chainOf(bob, 'b'.repeat(32))
    .next({ kind: 'claim', epoch, content, at, follows: 'c'.repeat(64) });
  const log = openTeamLog({ url: desk, team: made.team });
  const [founding, addedFirst, addedNext] = made.entries as [SignedEntry, SignedEntry, SignedEntry];
  await log.append([founding, addedNext, claim]);
  const lacking = await run('status', '--database-url', admin);
  expect(lacking.isWell).toBe(false);
  expect(lacking.said).toContain(`Who is in team ${made.team.slice(0, 8)} can’t be told`);
  expect(lacking.said).toContain('The database withholds entry 2');
  expect(lacking.said).not.toContain('DELETE');
  // Put back behind it.
  await log.append([addedFirst]);
  expect((await run('status', '--database-url', admin)).isWell).toBe(true);

  // What nobody of the team signed hides nothing, though it says that more comes before.
  const follows = made.membership().head;
  const chain = made.chainOf(createSigner(), made.own);
  chain.next({ kind: 'membership', epoch: null, content, at, follows });
  await log.append([chain.next({ kind: 'membership', epoch: null, content, at, follows })]);
  await log.close();
  const { said } = await run('status', '--database-url', admin);
  expect(said).toContain('takes the place of the next change and is not one');
  expect(said).not.toContain('can’t be told');
});

it('where its user may not, prints the SQL for an administrator', async () => {
  const database = await server.createDatabase();
  await server.run(`CREATE ROLE somebody LOGIN PASSWORD 'x'`);
  const url = `postgres://somebody:x@127.0.0.1:${server.port}/${database}`;
  const { isWell, said } = await run('init', '--database-url', url);
  expect(isWell).toBe(false);
  expect(said).toContain('Have an administrator run this, then run init again:\n\n');
  expect(said).toContain('GRANT causeway_owner TO "somebody";');
});

it('says in a sentence what is wrong, with the password nowhere', () => {
  const program = join(import.meta.dirname, 'run.mjs');
  const failing = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'team', ...args], {
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  const secret = 'postgres://ada:hidden-word@127.0.0.1:1/team';
  expect(failing('status', '--database-url', secret)).toEqual({
    status: 1,
    said: 'The team’s database refuses connections; it may be stopped.\n',
  });
  expect(failing('status', '--database-url', `${secret}?sslmode=maybe&x=1`)).toEqual({
    status: 1,
    said: 'The URL has a setting that is not known: x.\n',
  });
});

it('says which file can’t be read', async () => {
  const asked = ['status', '--database-url', server.url('postgres')];
  await expect(run(...asked, '--ca', '/nonexistent')).rejects.toThrow(
    '--ca: the file /nonexistent can’t be read.',
  );
});

describe('its options', () => {
  it.each([
    [[], { command: 'help' }],
    [['--help'], { command: 'help' }],
    [['login', '--help'], { command: 'help' }],
    [['login', 'relay-1', '--as', 'relay'], { command: 'login', name: 'relay-1', as: 'relay' }],
    [
      ['init', '--database-url', 'x', '--ca', 'y'],
      { command: 'init', database: { url: 'x', passwordFile: null, caFile: 'y' } },
    ],
  ])('%j are read', (args, expected) => {
    expect(parseTeamOptions(args)).toEqual(expected);
  });

  it.each([
    [['migrate'], 'init, login or status'],
    [['init'], '--database-url URL'],
    [['init', '--database-url='], '--database-url URL'],
    [['status', 'more', '--database-url', 'x'], "Unexpected argument 'more'"],
    [['login'], 'Name the login first'],
    [['login', 'Ada"; DROP', '--as', 'desk'], 'lowercase letters'],
    [['login', 'ada'], '--as desk or --as relay'],
    [['login', 'ada', '--as', 'owner'], '--as desk or --as relay'],
  ])('%j are refused', (args, words) => {
    expect(() => parseTeamOptions(args)).toThrow(UsageError);
    expect(() => parseTeamOptions(args)).toThrow(words);
  });
});
