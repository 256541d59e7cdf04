/** What owners do for a whole team: its recovery key, a fork, a word on a problem, and the shared token. */
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { expect, it } from 'vitest';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import { recoveryWordsOf } from '../../core/vault/recovery-words.ts';
import {
  askedWords,
  documentAt,
  submitDocument,
  verifiedAudit,
  wordsOn,
} from '../testing/console.ts';
import {
  accessOf,
  admit,
  bring,
  type Desk,
  databaseUrl,
  idsOf,
  invite,
  join as joinTeam,
  newDesk,
  problemIn,
  setPolicy,
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
const needsOf = async ({ bridge }: Desk) =>
  JSON.stringify(await bridge.overview.needs({ knownAt: null }));

/** Makes a recovery key of the team, as an owner who writes it down. */
async function makeWords(owner: Desk): Promise<readonly string[]> {
  const { path } = await owner.bridge.team.setRecovery({ profileId: owner.profileId });
  const words = wordsOn(documentAt(owner, path));
  const asking = await submitDocument(owner, path);
  const done = await submitDocument(owner, path, askedWords(asking, words));
  expect(done).toContain('recovery key of the team is set');
  return words;
}

/** Gives what each of the two pages says. */
async function recover(
  on: Desk,
  words: readonly string[],
  typed: Readonly<Record<string, string>> = {},
): Promise<readonly [string, string]> {
  const { path } = await on.bridge.team.recover({ profileId: on.profileId });
  const shown = await submitDocument(on, path, {
    database: databaseUrl(suite.database, suite.server),
    ...accessOf(suite.database.desk),
    words: words.join(' '),
    ...typed,
  });
  if (!shown.includes('Recover this team?')) return [said(shown), ''];
  return [shown, said(await submitDocument(on, path, { name: 'The new one', person: 'new' }))];
}

const idOf = async (on: Desk, other: Desk): Promise<string> => {
  const words = (await teamOf(other)).own.words.join();
  const found = (await teamOf(on)).members.find((one) => one.words.join() === words);
  return found?.id ?? '';
};

async function setRole(owner: Desk, other: Desk, role: string): Promise<void> {
  const id = await idOf(owner, other);
  const { path } = await owner.bridge.team.changeRole({ profileId: owner.profileId, id });
  expect(documentAt(owner, path)).toMatch(
    /Role now<\/dt><dd><bdi>(Owner|Operator|Approver|Reviewer)</,
  );
  expect(await submitDocument(owner, path, { role })).toContain('Role changed');
}

it('a team whose only owner is lost goes on with its recovery key', async () => {
  const ada = await desk();
  const bob = await desk();
  await team(suite.server, suite.database, [ada, bob]);
  await bring(ada, 'customer_a');
  await until(async () => (await needsOf(ada)).includes('team-no-recovery'));
  const first = await makeWords(ada);
  await until(async () => !(await needsOf(ada)).includes('team-no-recovery'));
  expect(await needsOf(bob)).not.toContain('team-no-recovery');
  const words = await makeWords(ada);
  await until(async () => (await idsOf(bob)).includes('customer_a'));
  await ada.console.dispose();

  const cy = await desk();
  expect((await recover(cy, first))[0]).toContain('was replaced by another one');
  const [other = '', ...rest] = words;
  expect((await recover(cy, [...rest, other]))[0]).toMatch(/A word is wrong|No team of this/);
  // All that is wrong is said at once; words of a computer's own key are no team's.
  const ofComputer = recoveryWordsOf(new Uint8Array(32).fill(7));
  expect((await recover(cy, ofComputer))[0]).toContain('not of a computer’s');
  const both = await recover(cy, words.slice(1), { database: 'db.example.com', password: '' });
  expect(both[0]).toMatch(/Enter a URL such as .* Enter the password .* Enter all 24 words/);
  expect((await cy.bridge.team.get()).team).toBeNull();
  const [shown, done] = await recover(cy, words);
  for (const word of (await teamOf(bob)).words) expect(shown).toContain(word);
  expect(done).toContain('Team recovered');
  await untilState(cy, 'on');
  await until(async () => (await idsOf(cy)).includes('customer_a'));
  expect((await teamOf(cy)).own.role).toBe('owner');
  // Everybody names it, and it asks for another key.
  await until(async () => (await teamOf(bob)).members.some(({ isRecovered }) => isRecovered));
  expect(await actionsOf(bob)).toContain('team.recovered');
  expect(await actionsOf(cy)).toEqual(
    expect.arrayContaining(['team.recovered-here', 'team.recovered']),
  );
  await until(async () => (await needsOf(cy)).includes('team-recovered'));
  await makeWords(cy);
  await until(async () => !(await needsOf(cy)).includes('team-recovered'));
  // It does what an owner does.
  const lost = (await teamOf(cy)).members.find((one) => !one.isOwn && one.role === 'owner');
  const { path } = await cy.bridge.team.remove({ profileId: cy.profileId, id: lost?.id ?? '' });
  expect(await submitDocument(cy, path)).toContain('Removed from the team');
  await bring(cy, 'customer_c');
  await until(async () => (await idsOf(bob)).includes('customer_c'));
  for (const each of [bob, cy]) {
    expect((await teamOf(each)).problems).toEqual([]);
    expect(await verifiedAudit(each)).toMatchObject({ state: 'intact' });
  }
  // The words stand nowhere.
  const text = words.slice(0, 4).join(' ');
  for (const { logged } of suite.directories) expect(logged.join('')).not.toContain(text);
  expect(JSON.stringify([await cy.bridge.audit.list({}), await teamOf(cy)])).not.toContain(text);
}, 120_000);

it('an only owner whose change the database lost admits nobody unseen, and recovers the team', async () => {
  const ada = await desk();
  const bob = await desk();
  const cy = await desk();
  const dan = await desk();
  await team(suite.server, suite.database, [ada, bob]);
  const words = await makeWords(ada);
  await setRole(ada, bob, 'reviewer');
  await bob.console.dispose();
  await ada.console.dispose();
  await suite.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries WHERE position >=
       (SELECT max(position) FROM causeway.entries WHERE kind = 'membership');
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    suite.database.name,
  );
  const again = await startDesk(ada.directory);
  await until(async () =>
    (await teamOf(again)).problems.some(({ sentence }) =>
      sentence.includes('no other computer is an owner’s'),
    ),
  );
  await joinTeam(cy, await invite(again), suite.database);
  expect(said(await admit(again, cy))).toContain('would not see that it is admitted');
  expect((await teamOf(again)).members).toHaveLength(2);

  const { path } = await again.bridge.team.leave({ profileId: again.profileId });
  expect(await submitDocument(again, path)).toContain('Team left');
  expect((await recover(again, words))[1]).toContain('Team recovered');
  await untilState(again, 'on');
  await joinTeam(dan, await invite(again), suite.database);
  expect(await admit(again, dan)).toContain('Computer admitted');
  await untilState(dan, 'on');
}, 120_000);

it('owners are told of a policy that the database lost, until one sets it again for who joins', async () => {
  const ada = await desk();
  const bob = await desk();
  const cy = await desk();
  await team(suite.server, suite.database, [ada, bob]);
  await setRole(ada, bob, 'owner');
  await until(async () => (await teamOf(bob)).own.role === 'owner');
  const any = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };
  const rules = [{ of: 'createCustomer' as const, ...any, approvers: 1 }];
  const policy = { rules, limits: [], allowWithoutDatabase: false };
  await setPolicy(ada, policy, [bob]);
  const isLost = async () => (await bob.bridge.approvals.status())?.isLost;
  expect(await isLost()).toBe(false);
  await ada.console.dispose();
  await bob.console.dispose();
  await suite.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries AS one USING causeway.entries AS lost WHERE lost.kind = 'policy'
       AND one.author = lost.author AND one.stream = lost.stream AND one.position >= lost.position;
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    suite.database.name,
  );
  const again = await startDesk(bob.directory);
  await until(async () => (await needsOf(again)).includes('team-policy-lost'));
  await setPolicy(again, policy, []);
  await joinTeam(cy, await invite(again), suite.database);
  expect(await admit(again, cy)).toContain('Computer admitted');
  await until(async () => (await cy.bridge.approvals.status())?.policy.rules.length === 1);
  expect(await needsOf(again)).not.toContain('team-policy-lost');
}, 120_000);

const token = 'Zq7Kx93mPq27TzLw8YvB4';

it('shares the token with owners and operators alone, where a person says so', async () => {
  const desks = [await desk(), await desk(), await desk()] as const;
  const [ada, bob, cy] = desks;
  await team(suite.server, suite.database, [ada, bob]);
  await joinTeam(cy, await invite(ada), suite.database);
  expect(await admit(ada, cy, 'approver')).toContain('Computer admitted');
  await untilState(cy, 'on');
  const { profileId } = ada;
  const empty = await safe(ada.bridge.team.shareToken({ profileId }));
  expect(empty.error).toMatchObject({ code: 'INVALID' });
  const entry = await ada.bridge.vault.openSecretEntry({ purpose: 'token', profileId });
  await submitDocument(ada, entry.path, { token });
  const byOther = await safe(bob.bridge.team.shareToken({ profileId: bob.profileId }));
  expect(byOther.error).toMatchObject({ code: 'INVALID' });

  const pages: string[] = [];
  const { path } = await ada.bridge.team.shareToken({ profileId });
  pages.push(documentAt(ada, path), await submitDocument(ada, path));
  expect(pages[0]).toContain('(operator)');
  expect(pages[0]).not.toContain('(approver)');
  expect(pages[1]).toContain('Token shared');
  await until(async () => (await teamOf(bob)).token?.isOffered);
  await until(async () => (await teamOf(cy)).token);
  expect((await teamOf(cy)).token?.isOffered).toBe(false);
  const refused = await safe(cy.bridge.team.useToken({ profileId: cy.profileId }));
  expect(refused.error).toMatchObject({ code: 'INVALID' });
  const profileOf = async ({ bridge, profileId: id }: Desk) =>
    (await bridge.profiles.list()).find((one) => one.id === id);
  expect((await profileOf(bob))?.token).toBeNull();
  const using = await bob.bridge.team.useToken({ profileId: bob.profileId });
  pages.push(documentAt(bob, using.path), await submitDocument(bob, using.path));
  expect(pages.at(-1)).toContain('Token stored');
  expect((await profileOf(bob))?.token?.lastFour).toBe(token.slice(-4));
  expect((await teamOf(bob)).token?.isOffered).toBe(false);
  const { rows: acts } = await bob.bridge.audit.list({});
  const used = acts.find(({ action }) => action === 'team.token-used')?.facts;
  // Who used it, and who shared it.
  expect(used).toMatchObject({ by: userInfo().username, sharedBy: await idOf(bob, ada) });
  expect(await bob.directory.keychain.get(`token:${bob.profileId}`)).toContain(token);

  // Who changes its role is named, and who becomes an operator has to be told anew.
  await setRole(ada, bob, 'approver');
  await setRole(ada, cy, 'operator');
  const { gone, without, to } = (await teamOf(ada)).token ?? {};
  expect([gone?.length, without?.length, to]).toEqual([1, 1, []]);
  await until(async () => (await needsOf(ada)).includes('team-token'));
  const again = await ada.bridge.team.shareToken({ profileId });
  pages.push(await submitDocument(ada, again.path, { replaced: 'no' }));
  // Who had the same token has it still.
  expect((await teamOf(ada)).token?.gone.length).toBe(1);
  await until(async () => (await teamOf(cy)).token?.isOffered);
  const removing = await ada.bridge.team.remove({ profileId, id: await idOf(ada, cy) });
  expect(documentAt(ada, removing.path)).toContain('was sealed to it');
  const back = await ada.bridge.team.takeBackToken({ profileId });
  pages.push(await submitDocument(ada, back.path, { replaced: 'no' }));
  await until(async () => (await teamOf(cy)).token?.isBack);
  expect(await needsOf(ada)).toContain('team-token');
  const over = await ada.bridge.team.takeBackToken({ profileId });
  pages.push(await submitDocument(ada, over.path, { replaced: 'yes' }));
  await until(async () => !(await needsOf(ada)).includes('team-token'));
  expect((await teamOf(ada)).token?.gone).toEqual([]);
  const late = await safe(cy.bridge.team.useToken({ profileId: cy.profileId }));
  expect(late.error).toMatchObject({ code: 'INVALID' });

  // Each has told how far its audit log goes.
  await until(async () => {
    const told = await suite.server.run(
      "SELECT count(DISTINCT author) = 3 AS is_so FROM causeway.entries WHERE kind = 'audit'",
      suite.database.name,
    );
    return told[0]?.['is_so'] === true;
  });

  // The page, the logs, the audit logs, the database and the files have it nowhere.
  const shown = await Promise.all(
    desks.map(async (each) => [await teamOf(each), await each.bridge.audit.list({})]),
  );
  expect(JSON.stringify([pages, shown])).not.toContain(token);
  const rows = await suite.server.run(
    `SELECT count(*) AS n FROM causeway.entries WHERE position(convert_to('${token}', 'UTF8') IN bytes) > 0`,
    suite.database.name,
  );
  expect(rows).toEqual([{ n: '0' }]);
  for (const { logged, path: dataDir } of suite.directories) {
    expect(logged.join('')).not.toContain(token);
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      expect(readFileSync(join(file.parentPath, file.name)).includes(token)).toBe(false);
    }
  }
}, 120_000);

it('a fork is resolved by two owners, and their word on a problem is heard by all', async () => {
  const desks = [await desk(), await desk(), await desk()] as const;
  const [ada, bob, cy] = desks;
  await team(suite.server, suite.database, desks);
  await setRole(ada, bob, 'owner');
  await setRole(ada, cy, 'owner');
  const dan = await desk();
  await joinTeam(dan, await invite(ada), suite.database);
  await admit(ada, dan, 'operator');
  await untilState(dan, 'on');
  await until(async () => (await teamOf(bob)).members.length === 4);
  await bob.console.dispose();
  // What Ada changes next is lost with the database, and Bob changes something else.
  await setRole(ada, dan, 'reviewer');
  const roleOfDan = async (on: Desk) =>
    (await teamOf(on)).members.find(({ role }) => role !== 'owner')?.role;
  await until(async () => (await roleOfDan(cy)) === 'reviewer');
  await suite.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries WHERE position =
       (SELECT max(position) FROM causeway.entries WHERE kind = 'membership');
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    suite.database.name,
  );
  const again = await startDesk(bob.directory);
  await untilState(again, 'on');
  await setRole(again, dan, 'approver');
  for (const each of [ada, cy]) await until(async () => (await teamOf(each)).fork !== null);
  expect((await teamOf(cy)).problems.map(({ kind }) => kind)).toContain('membership fork');
  expect(await roleOfDan(cy)).toBe('operator');
  await until(async () => (await needsOf(cy)).includes('team-forked'));

  const resolve = async (on: Desk): Promise<string> => {
    const { branches } = (await teamOf(on)).fork ?? { branches: [] };
    const tip = branches.find(({ says }) => says.join().includes('reviewer'))?.tip ?? '';
    const { path } = await on.bridge.team.resolveFork({ profileId: on.profileId });
    expect(documentAt(on, path)).toContain('reviewer');
    return said(await submitDocument(on, path, { tip }));
  };
  expect(await resolve(cy)).toContain('Branch chosen');
  expect(await resolve(cy)).not.toContain('Fork resolved');
  // It brings Bob what the database lost.
  await until(async () => (await teamOf(again)).fork !== null);
  expect(await resolve(again)).toContain('Fork resolved');
  for (const each of [ada, again, cy]) {
    await until(async () => (await teamOf(each)).fork === null);
    expect(await roleOfDan(each)).toBe('reviewer');
    const [resolved] = (await teamOf(each)).resolved;
    expect(resolved?.left.join()).toContain('approver');
    const name = each === again ? 'team.fork-resolved' : 'team.fork-resolved-elsewhere';
    expect(await actionsOf(each)).toContain(name);
  }
  await until(async () => (await teamOf(dan)).own.role === 'reviewer');
  await setRole(cy, dan, 'operator');
  await until(async () => (await roleOfDan(again)) === 'operator');

  // What the database lacks is named by whoever had it, until an owner says why, once for all.
  await bring(ada, 'customer_lost');
  await until(async () => (await idsOf(cy)).includes('customer_lost'));
  const byAda = (await teamOf(ada)).own.name;
  await ada.console.dispose();
  // What Ada said at leaving comes to Cy, too: an owner's word is about as many entries as that owner knew.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await cy.console.dispose();
  await suite.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries
       WHERE kind IN ('facts', 'heads') AND stream <> substring(team FROM 1 FOR 16);
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    suite.database.name,
  );
  // First where Ada writes nothing new: a later entry of hers would stand over what is lost.
  const cy2 = await startDesk(cy.directory);
  const byCy = (await teamOf(cy2)).own.name;
  // Of the profile's stream, in which she wrote less than in the team's.
  const lost = () =>
    teamOf(cy2).then(({ problems }) =>
      problems.find((one) => one.kind === 'rolled back' && one.author === byAda && one.until < 8),
    );
  const { id } = await until(lost);
  const { path } = await cy2.bridge.team.putAside({ profileId: cy2.profileId, id });
  expect(documentAt(cy2, path)).toContain('<bdi>Rolled back</bdi>');
  const done = await submitDocument(cy2, path, { note: 'a restored dump' });
  expect(done).toContain('Put aside');
  const ada2 = await startDesk(ada.directory);
  await until(async () =>
    (await teamOf(ada2)).aside.some(({ note, by }) => note === 'a restored dump' && by === byCy),
  );
  expect(await actionsOf(ada2)).toContain('team.problem-acknowledged');
}, 180_000);
