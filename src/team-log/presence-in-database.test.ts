/** A real PostgreSQL: who of a team is there, as each login may say it, and who asks to join. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemRandom as random } from '../platform/random.ts';
import { InvitationUsed } from './errors.ts';
import { currentEpoch } from './membership.ts';
import { createPresences, presenceNote } from './presence.ts';
import type { EpochKey } from './sealing.ts';
import { openTeamLog, type TeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres, type TeamDatabase } from './testing/postgres.ts';
import { createSigner, createTeam } from './testing/team.ts';

const made = createTeam();
const ada = made.add('operator');
const bob = made.add('operator');
const epoch = currentEpoch(made.membership()) as EpochKey;

let server: PostgresServer;
let database: TeamDatabase;
let log: TeamLog;
beforeAll(async () => {
  server = await startPostgres();
  database = await server.createTeamDatabase();
  log = openTeamLog({ url: database.desk, team: made.team });
});
afterAll(async () => {
  await log.close();
  await server.stop();
});

it('no login replaces or refreshes what another one said, and a copy of it is of nobody', async () => {
  const content = { person: null, release: '1', has: 1 };
  await log.presence.say((login) => presenceNote(ada, { epoch, login }, content, random));
  const presences = createPresences(made.epochs());
  const look = async () => {
    presences.hear((await log.presence.list()).notes);
    return presences.seenAt(ada.publicKey);
  };
  const at = await look();
  expect(at).not.toBeNull();
  const [own] = (await log.presence.list()).notes;
  const sql = postgres(database.relay, { max: 1, onnotice: () => undefined });
  const changed = await sql`UPDATE causeway.presence_by_login SET said = said RETURNING 1`;
  expect(changed).toHaveLength(0);
  for (const statement of [
    'UPDATE causeway.presence_by_login SET at = now()',
    'UPDATE causeway.presence_by_login SET login = current_user',
    `INSERT INTO causeway.presence_by_login (team, author, said, signature, login)
       SELECT team, author, said, signature, login FROM causeway.presence_by_login`,
  ])
    await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
  // What it may: say the same by its own login, and refresh what computers of an earlier version read.
  await sql`INSERT INTO causeway.presence_by_login (team, author, said, signature)
    SELECT team, author, said, signature FROM causeway.presence_by_login
    WHERE author = ${Buffer.from(ada.publicKey, 'hex')}`;
  await sql`UPDATE causeway.presence SET said = said`;
  const { notes } = await log.presence.list();
  expect(notes.map(({ login }) => login?.split('_')[0] ?? null)).toEqual(['desk', 'relay', null]);
  expect(notes.find(({ login }) => login === own?.login)).toEqual(own);
  expect(await look()).toBe(at);
  const later = createPresences(made.epochs());
  later.hear(notes);
  expect(later.seenAt(ada.publicKey)).toBe(at);
  await sql.end();
});

it('a computer of an earlier version goes on, and is heard', async () => {
  const content = { person: null, release: '0', has: 1 };
  const note = presenceNote(bob, { epoch, login: 'any' }, content, random);
  const sql = postgres(database.desk, { max: 1, onnotice: () => undefined });
  const [team, author, signature] = [made.team, bob.publicKey, note.unbound].map((text) =>
    Buffer.from(text, 'hex'),
  ) as [Buffer, Buffer, Buffer];
  for (let turn = 0; turn < 2; turn += 1)
    await sql`INSERT INTO causeway.presence AS there (team, author, said, signature)
      VALUES (${team}, ${author}, ${note.said}, ${signature})
      ON CONFLICT (team, author) DO UPDATE SET said = excluded.said, signature = excluded.signature`;
  await sql.end();
  const presences = createPresences(made.epochs());
  presences.hear((await log.presence.list()).notes);
  expect(presences.of(bob.publicKey)).toMatchObject(content);
  expect(presences.seenAt(bob.publicKey)).not.toBeNull();
});

it('requests to join and presence are kept by team; an invitation is used once', async () => {
  const { team, owner } = createTeam();
  const [log, other] = [team, createTeam().team].map((of) => {
    const opened = openTeamLog({ url: database.desk, team: of });
    onTestFinished(() => opened.close());
    return opened;
  }) as [TeamLog, TeamLog];
  const invitation = 'a'.repeat(64);
  const request = Buffer.from('sealed');
  await log.requests.send(invitation, request);
  await log.requests.send(invitation, request);
  await other.requests.send(invitation, Buffer.from('of another team'));
  await expect(log.requests.send(invitation, Buffer.from('another'))).rejects.toThrow(
    InvitationUsed,
  );
  const others = 'c'.repeat(64);
  await log.requests.send(others, request);
  expect(await log.requests.list([invitation, 'd'.repeat(64)])).toEqual([
    { invitation, request, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
  ]);
  expect(await log.requests.list([invitation, others])).toHaveLength(2);
  const note = { author: owner.publicKey, signature: 'b'.repeat(128) };
  const unbound = 'c'.repeat(128);
  const said = [Buffer.from('one'), Buffer.from('two')] as const;
  await log.presence.say(() => ({ ...note, unbound, said: said[0] }));
  await log.presence.say(() => ({ ...note, unbound, said: said[1] }));
  const { now, notes } = await log.presence.list();
  const login = `desk_${database.name}`;
  expect(notes).toMatchObject([
    { ...note, login, said: said[1] },
    { ...note, login: null, signature: unbound, said: said[1] },
  ]);
  expect(Date.parse(now) - Date.parse(notes[0]?.at ?? '')).toBeLessThan(20_000);
  expect((await log.presence.list(20_000)).notes).toHaveLength(2);
  expect(await log.presence.list(0)).toEqual({ now: expect.any(String), notes: [] });
  expect((await other.presence.list()).notes).toEqual([]);
  expect(createSigner().publicKey).toHaveLength(64);
});
