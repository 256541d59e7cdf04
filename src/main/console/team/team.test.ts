/** A team of consoles over a real PostgreSQL: founding, joining, one record, and who leaves. */
import { safe } from '@orpc/server';
import { expect, it } from 'vitest';
import { relayCard } from '../../../team-log/relay-card.ts';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import { createSigner } from '../../../team-log/testing/team.ts';
import { isKeyName } from '../../core/vault/key-record.ts';
import { documentAt, submitDocument, verifiedAudit } from '../testing/console.ts';
import {
  accessOf,
  admit,
  bring,
  type Desk,
  databaseUrl,
  found,
  idsOf,
  invite,
  join,
  newDesk,
  problemIn,
  startDesk,
  team,
  teamOf,
  teamSuite,
  until,
  untilState,
} from './testing/team.ts';

const suite = teamSuite(() => startPostgres());

const desk = (options = {}): Promise<Desk> => newDesk(suite.directories, options);
const said = (html: string): string => problemIn(html) || html;
const actionsOf = async ({ bridge }: Desk) =>
  (await bridge.audit.list({})).rows.map(({ action }) => action);

it('what is made on one computer is on all, and says from which', async () => {
  const desks = [await desk(), await desk(), await desk()] as const;
  const [ada, bob, cy] = desks;
  await bring(ada, 'customer_before');
  await team(suite.server, suite.database, desks);
  for (const each of [bob, cy]) {
    await until(async () => (await idsOf(each)).includes('customer_before'));
  }
  await bring(bob, 'customer_b');
  const ofB = { kind: 'customer', id: 'customer_b' } as const;
  for (const each of [ada, cy])
    await until(async () => (await idsOf(each)).includes('customer_b'), 1_000);
  await cy.bridge.annotations.addNote({ ...ofB, profileId: cy.profileId, text: 'on Monday' });
  await cy.bridge.annotations.setLabels({ ...ofB, profileId: cy.profileId, labels: ['VIP'] });
  for (const each of [ada, bob]) {
    await until(async () => {
      const { notes, labels } = await each.bridge.annotations.get(ofB);
      return notes.length === 1 && labels.includes('VIP');
    }, 1_000);
    const from = await each.bridge.handover.sources(ofB);
    expect(from.some(({ what }) => what === 'note')).toBe(true);
  }
  // Who was erased on one stays erased there, whatever the others go on to tell.
  const erasing = await cy.bridge.erasures.erase({
    profileId: cy.profileId,
    customerId: 'customer_before',
  });
  const reason = { reason: 'Asked for', duty: 'none', name: 'customer_before@example.com' };
  expect(await submitDocument(cy, erasing.path, reason)).toContain('is erased from');
  await bring(ada, 'customer_before', 'again@example.com');
  const ofErased = { kind: 'customer', id: 'customer_before' } as const;
  await ada.bridge.annotations.addNote({ ...ofErased, profileId: ada.profileId, text: 'calls' });
  await bring(ada, 'customer_last');
  await until(async () => (await idsOf(cy)).includes('customer_last'));
  const erased = JSON.stringify(await cy.bridge.customers.get({ id: 'customer_before' }));
  expect(erased).not.toContain('again@example.com');
  expect(erased).not.toContain('customer_before@example.com');
  expect((await cy.bridge.annotations.get(ofErased)).notes).toEqual([]);
  await until(async () => (await bob.bridge.annotations.get(ofErased)).notes.length === 1);

  for (const each of desks) {
    expect(await each.bridge.customers.get({ id: 'customer_b' })).toEqual(
      await ada.bridge.customers.get({ id: 'customer_b' }),
    );
    expect((await teamOf(each)).members.length).toBe(3);
    expect((await teamOf(each)).problems).toEqual([]);
    expect(await verifiedAudit(each)).toMatchObject({ state: 'intact' });
  }
}, 120_000);

it('refuses what is wrong before anything is kept, and never shows a password', async () => {
  const ada = await desk();
  const bob = await desk();
  const password = 'Tz7Kq93mPx27-wrong';
  const wrong = said(await found(ada, suite.database, suite.server, { password }));
  expect(wrong).toContain('does not accept this user and password');
  expect(
    said(await found(ada, suite.database, suite.server, { database: 'postgres://a:b@c/d' })),
  ).toContain('in their own fields');
  expect(
    said(await found(ada, suite.database, suite.server, accessOf(suite.database.relay))),
  ).toContain('not a member of causeway_desk');
  expect((await ada.bridge.team.get()).team).toBeNull();
  await team(suite.server, suite.database, [ada]);
  const card = relayCard(createSigner(), 'Relay');
  for (const [url, problem] of [
    ['https://10.0.0.7', 'the internet can reach'],
    ['https://hooks.example.com/in', 'without a path'],
  ] as const) {
    const { path } = await ada.bridge.team.admitRelay({ profileId: ada.profileId });
    expect(said(await submitDocument(ada, path, { card, url }))).toContain(problem);
  }
  const invitation = await invite(ada);
  const [, refused] = await join(bob, invitation, suite.database, { password });
  expect(said(refused)).toContain('does not accept this user and password');
  expect((await bob.bridge.team.get()).team).toBeNull();
  expect((await join(bob, invitation.slice(0, -9), suite.database))[0]).toContain(
    'was not copied whole',
  );
  const late = await desk({ clock: { now: () => Date.now() + 25 * 3_600_000 } });
  expect((await join(late, invitation, suite.database))[0]).toContain('has expired');

  await join(bob, invitation, suite.database);
  const cy = await desk();
  expect(said((await join(cy, invitation, suite.database))[1])).toContain('was used');
  // A word that is not the one of this computer: nobody is admitted.
  const words = Array.from({ length: 12 }, () => 'zoo');
  expect(said(await admit(ada, bob, 'operator', words))).toContain('not the words of this request');
  expect((await teamOf(ada)).members.length).toBe(1);
  expect((await teamOf(bob)).state).toBe('waiting');
  for (const { logged } of suite.directories) expect(logged.join('')).not.toContain(password);
  const files = JSON.stringify([wrong, refused, await ada.bridge.audit.list({})]);
  expect(files).not.toContain(password);
}, 120_000);

it('shares nothing with a computer that was removed, and says so there', async () => {
  const desks = [await desk(), await desk(), await desk()] as const;
  const [ada, bob, cy] = desks;
  await team(suite.server, suite.database, desks);
  await bring(ada, 'customer_a');
  await until(async () => (await idsOf(bob)).includes('customer_a'));
  const gone = (await teamOf(ada)).members.find(({ words }) => words.join() === '')?.id;
  expect(gone).toBeUndefined();
  const own = (await teamOf(bob)).own.words.join();
  const id = (await teamOf(ada)).members.find(({ words }) => words.join() === own)?.id ?? '';
  const { path } = await ada.bridge.team.remove({ profileId: ada.profileId, id });
  expect(documentAt(ada, path)).toContain('could read all that the team shared');
  expect(await submitDocument(ada, path)).toContain('Removed from the team');
  await untilState(bob, 'removed');
  const out = await bob.bridge.team.leave({ profileId: bob.profileId });
  expect(documentAt(bob, out.path)).toContain('An owner removed this computer');
  await bring(cy, 'customer_c');
  await until(async () => (await idsOf(ada)).includes('customer_c'));
  await bring(bob, 'customer_b');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await idsOf(bob)).toEqual(['customer_a', 'customer_b']);
  expect(await idsOf(ada)).toEqual(['customer_a', 'customer_c']);
  expect((await teamOf(ada)).members.length).toBe(2);
  expect(await actionsOf(ada)).toEqual(
    expect.arrayContaining([
      'team.founded',
      'team.invited',
      'team.member-admitted',
      'team.member-removed',
    ]),
  );
  expect(await actionsOf(bob)).toEqual(
    expect.arrayContaining(['team.asked-to-join', 'team.joined']),
  );
  // Only owners change the team, and the last of them stays.
  const other = (await teamOf(ada)).members.find(({ isOwn }) => !isOwn)?.id ?? '';
  const asked = cy.bridge.team.remove({ profileId: cy.profileId, id: other });
  await expect(asked).rejects.toMatchObject({ code: 'INVALID' });
  const self = (await teamOf(ada)).members.find(({ isOwn }) => isOwn)?.id ?? '';
  const change = await ada.bridge.team.changeRole({ profileId: ada.profileId, id: self });
  const said0 = await submitDocument(ada, change.path, { role: 'operator' });
  expect(said(said0)).toContain('does not allow');

  const left = await ada.bridge.team.leave({ profileId: ada.profileId });
  expect(documentAt(ada, left.path)).toContain('nothing brings an owner back');
  const leaving = await cy.bridge.team.leave({ profileId: cy.profileId });
  expect(documentAt(cy, leaving.path)).not.toContain('only owner');
  expect(await submitDocument(cy, leaving.path)).toContain('Team left');
  expect((await cy.bridge.team.get()).team).toBeNull();
  expect(await cy.directory.keychain.names()).not.toContain(`named:team:${cy.profileId}`);
  expect(await idsOf(cy)).toEqual(['customer_a', 'customer_c']);
}, 120_000);

it('goes on after the database was away, after a restart, and not after a restore', async () => {
  const ada = await desk();
  const bob = await desk();
  await team(suite.server, suite.database, [ada, bob]);
  const id = (await teamOf(ada)).members.find(({ isOwn }) => !isOwn)?.id ?? '';
  const second = await ada.bridge.team.changeRole({ profileId: ada.profileId, id });
  expect(await submitDocument(ada, second.path, { role: 'owner' })).toContain('Role changed');
  await until(async () => (await teamOf(bob)).own.role === 'owner');
  // Locked, nothing comes and nothing goes; unlocked, it goes on where it was.
  await bob.bridge.vault.lock();
  await bring(ada, 'customer_locked');
  await bob.bridge.vault.unlock();
  await until(async () => (await idsOf(bob)).includes('customer_locked'));
  await suite.server.halt('kill');
  await untilState(ada, 'away');
  await bring(ada, 'customer_away');
  expect((await teamOf(ada)).exchangedAt).not.toBeNull();
  const needs = async () => JSON.stringify(await ada.bridge.overview.needs({ knownAt: null }));
  await until(async () => (await needs()).includes('team-away'));
  await ada.console.dispose();
  await suite.server.start();
  const again = await startDesk(ada.directory);
  await until(async () => (await idsOf(bob)).includes('customer_away'), 40_000);
  await untilState(again, 'on');

  // A restore brings all but the key of the team: it is in no backup.
  await again.console.dispose();
  const { keychain } = ada.directory;
  for (const name of await keychain.names()) if (!isKeyName(name)) await keychain.delete(name);
  const restored = await startDesk(ada.directory);
  expect((await teamOf(restored)).state).toBe('restored');
  await bring(restored, 'customer_late');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await idsOf(bob)).toEqual(['customer_away', 'customer_locked']);
  // It joins again under another key, and tells what it had not told.
  await join(restored, await invite(bob), suite.database);
  await admit(bob, restored);
  await until(async () => (await idsOf(bob)).includes('customer_late'));
  await untilState(restored, 'on');
  expect((await teamOf(bob)).members.length).toBe(3);
  for (const each of [bob, restored]) expect((await teamOf(each)).problems).toEqual([]);
}, 180_000);

it('names what a hostile database does, and a person puts it aside', async () => {
  const ada = await desk();
  const bob = await desk();
  await team(suite.server, suite.database, [ada, bob]);
  await bring(ada, 'customer_a');
  await until(async () => (await idsOf(bob)).includes('customer_a'));
  await bob.console.dispose();
  await suite.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries WHERE kind IN ('facts', 'heads');
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    suite.database.name,
  );
  const again = await startDesk(bob.directory);
  const [problem] = await until(async () => {
    const { problems } = await teamOf(again);
    return problems.length > 0 && problems;
  });
  expect(problem?.kind).toBe('rolled back');
  // It stays as long as the database lacks what this computer has.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await teamOf(again)).problems.map(({ id }) => id)).toContain(problem?.id);
  // It is for an owner, who reads what it may hide.
  const input = { profileId: again.profileId, id: problem?.id ?? 0 };
  const refused = await safe(again.bridge.team.putAside(input));
  expect(refused.error).toMatchObject({ code: 'INVALID' });
  const id = (await teamOf(ada)).members.find(({ isOwn }) => !isOwn)?.id ?? '';
  const change = await ada.bridge.team.changeRole({ profileId: ada.profileId, id });
  expect(await submitDocument(ada, change.path, { role: 'owner' })).toContain('Role changed');
  await until(async () => (await teamOf(again)).own.role === 'owner');
  const { path } = await again.bridge.team.putAside(input);
  expect(documentAt(again, path)).toContain('may be a refusal');
  expect((await teamOf(again)).problems.map(({ id: one }) => one)).toContain(problem?.id);
  const done = await submitDocument(again, path, { note: 'a restored dump' });
  expect(done).toContain('Put aside');
  expect((await teamOf(again)).problems.map(({ id }) => id)).not.toContain(problem?.id);
  expect(await actionsOf(again)).toContain('team.problem-put-aside');
  expect(await idsOf(again)).toEqual(['customer_a']);
}, 120_000);

it('refuses a database that may lose what it said it has', async () => {
  const ada = await desk();
  await suite.server.halt();
  await suite.server.start({ fsync: 'off' });
  try {
    expect(said(await found(ada, suite.database, suite.server))).toContain('fsync');
    expect((await ada.bridge.team.get()).team).toBeNull();
  } finally {
    await suite.server.halt();
    await suite.server.start({ fsync: 'on' });
  }
}, 60_000);

it('keeps another access to the database once it was checked, and the one before until then', async () => {
  const ada = await desk();
  const { server, database } = suite;
  await team(server, database, [ada]);
  await untilState(ada, 'on');
  const { path: older } = await ada.bridge.team.changeAccess({ profileId: ada.profileId });
  expect(documentAt(ada, older)).toContain(`value="${databaseUrl(database, server)}"`);
  const change = async (typed: Record<string, string>) => {
    const { path } = await ada.bridge.team.changeAccess({ profileId: ada.profileId });
    return said(await submitDocument(ada, path, { ...accessOf(database.desk), ...typed }));
  };
  // A copy of now, which is an earlier one soon.
  const copy = `${database.name}_copy`;
  await server.run(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS false`);
  await server.run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
  );
  await server.run(`CREATE DATABASE ${copy} TEMPLATE ${database.name}`);
  await server.run(`ALTER DATABASE ${database.name} ALLOW_CONNECTIONS true`);
  await bring(ada, 'customer_a');
  const isSent = async () => (await teamOf(ada)).toSend === 0;
  const logins = async () =>
    (await server.run('SELECT DISTINCT login FROM causeway.entries', database.name)).length;
  await until(async () => (await isSent()) && (await teamOf(ada)).state === 'on', 40_000);

  const wrong = 'Tz7Kq93mPx27-wrong';
  const empty = databaseUrl(await server.createTeamDatabase(), server);
  for (const [typed, problem] of [
    [{ password: wrong }, 'does not accept this user and password'],
    [accessOf(database.relay), 'not a member of causeway_desk'],
    [{ database: empty }, 'does not hold this team'],
    [{ database: databaseUrl({ ...database, name: copy }, server) }, 'lacks entries'],
  ] as const) {
    expect(await change(typed)).toContain(problem);
  }
  const { user } = accessOf(database.desk);
  expect(await teamOf(ada)).toMatchObject({ user, state: 'on' });
  expect(await logins()).toBe(1);

  // Another login first, then the one before is taken away: nobody waits.
  const login = `next_${database.name}`;
  const password = 'another word';
  await server.run(`CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE causeway_desk`);
  const states = new Set<string>();
  let isDone = false;
  const changing = change({ user: login, password }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    states.add((await teamOf(ada)).state);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await changing).toContain('Database access changed');
  expect([...states].filter((state) => state !== 'on' && state !== 'connecting')).toEqual([]);
  await server.run(`ALTER ROLE ${user} NOLOGIN`);
  await server.run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${user}'`,
  );
  expect((await teamOf(ada)).user).toBe(login);
  await bring(ada, 'customer_b');
  await until(async () => (await logins()) === 2 && (await isSent()));
  expect(await actionsOf(ada)).toContain('team.access-changed');
  for (const { logged } of suite.directories) expect(logged.join('')).not.toContain(password);
  expect((await teamOf(ada)).problems).toEqual([]);
  await ada.console.dispose();
  const again = await startDesk(ada.directory);
  await untilState(again, 'on');
  expect((await teamOf(again)).user).toBe(login);
}, 120_000);
