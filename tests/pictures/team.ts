/**
 * For a review: main's own documents of a team and its screens, from its founding to a fork that two owners
 * resolve, without its database, and with a tunnel that fails.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Bridge } from '../../src/bridge/contract.ts';
import type { JoinedTeam } from '../../src/bridge/team.ts';
import { readAddress } from '../../src/team-log/address.ts';
import { type PostgresServer, startPostgres } from '../../src/team-log/testing/postgres.ts';
import { test as base } from '../e2e/support/fixtures.ts';
import { typeWords } from '../e2e/support/hand-over.ts';
import type { HostedService } from '../e2e/support/hosted-service.ts';
import { Screens } from '../e2e/support/pages/screens.ts';
import { test as publicTest } from '../e2e/support/public-side.ts';
import { openBridge } from '../e2e/support/seed.ts';
import { type ConsoleProcess, startConsole } from '../support/console-process.ts';
import { takeWhole } from './take.ts';

interface Desk {
  readonly name: string;
  readonly dataDir: string;
  readonly process: ConsoleProcess;
  readonly page: Page;
  readonly bridge: Bridge;
  readonly profileId: string;
}

interface Parts {
  readonly browser: Browser;
  readonly folder: string;
  readonly service: HostedService;
}

type Fields = Readonly<Record<string, string>>;

async function openDesk({ browser, folder, service }: Parts, name: string): Promise<Desk> {
  const dataDir = join(folder, name);
  const process = await startConsole({ dataDir });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(await process.freshLink());
  const first = await openBridge(await process.freshLink());
  const profiles = await first.bridge.profiles.list();
  const known = profiles.find((one) => one.environment === 'sandbox');
  if (known === undefined) {
    const token = await service.makeToken({ expiresInSeconds: 30 * 86_400 });
    const baseUrl = `${service.baseUrl}/`;
    await new Screens(page).settings.addAndUse({ name: 'Hosted sandbox EU', baseUrl, token });
  } else await first.bridge.profiles.select({ id: known.id });
  first.close();
  // A connection is of the profile that was in use when it was made.
  const { bridge } = await openBridge(await process.freshLink());
  const { profileId } = await bridge.connection.get();
  return { name, dataDir, process, page, bridge, profileId };
}

const teamOf = async ({ bridge }: Desk): Promise<JoinedTeam> => {
  const { team } = await bridge.team.get();
  if (team === null) throw new Error('It is in no team.');
  return team;
};

type Ask = (
  team: Bridge['team'],
  profileId: string,
  approvals: Bridge['approvals'],
) => Promise<{ readonly path: string | null }>;

async function documentOf({ page, bridge, profileId }: Desk, ask: Ask): Promise<Page> {
  const { path } = await ask(bridge.team, profileId, bridge.approvals);
  const document = await page.context().newPage();
  await document.goto(new URL(path ?? '', page.url()).href);
  return document;
}

async function press(document: Page, button: string, fields: Fields = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await document.getByLabel(label, { exact: true }).fill(value);
  }
  await document.getByRole('button', { name: button, exact: true }).click();
  await document.waitForLoadState();
}

/** Pictures of a document as it opens and as it ends. */
async function lookAt(desk: Desk, ask: Ask, name: string, button: string | null = null) {
  const document = await documentOf(desk, ask);
  await takeWhole(document, `team-document-${name}`);
  if (button !== null) {
    await press(document, button);
    await takeWhole(document, `team-document-${name}-done`);
  }
  await document.close();
}

async function lookAtTeam({ page }: Desk, name: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/settings/team';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Team', exact: true })).toBeVisible();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await takeWhole(page, `team-${name}`);
  for (const summary of await page.locator('summary').all()) await summary.click();
}

interface Database {
  readonly server: PostgresServer;
  readonly name: string;
  readonly url: string;
  readonly access: Fields;
}

async function openDatabase(server: PostgresServer): Promise<Database> {
  const { name, desk } = await server.createTeamDatabase();
  const { user, password } = readAddress(desk);
  const access = { 'Database user': user, 'Database password': password ?? '' };
  return { server, name, url: `postgres://127.0.0.1:${server.port}/${name}`, access };
}

/** Gives the words of the team's recovery key. */
async function found(owner: Desk, { url, access }: Database): Promise<readonly string[]> {
  await lookAtTeam(owner, 'none');
  const document = await documentOf(owner, (team, profileId) => team.found({ profileId }));
  await takeWhole(document, 'team-document-found');
  const typed = { 'Name of this computer': owner.name, 'Your name': 'Ada Byron' };
  const all = { ...typed, 'Database URL': url, ...access };
  await press(document, 'Create team', { ...all, 'Database password': 'wrong' });
  await takeWhole(document, 'team-document-found-refused');
  await press(document, 'Create team', { 'Database password': access['Database password'] ?? '' });
  await takeWhole(document, 'team-document-recovery-key');
  const words = await document.locator('.sheet ol li').allInnerTexts();
  await press(document, 'I have written them down');
  await takeWhole(document, 'team-document-recovery-key-check');
  await typeWords(document, words);
  await press(document, 'Confirm recovery key of the team');
  await takeWhole(document, 'team-document-recovery-key-done');
  await document.close();
  return words;
}

async function admit(
  [owner, other]: readonly [Desk, Desk],
  { access }: Database,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const inviting = await documentOf(owner, (team, profileId) => team.invite({ profileId }));
  await look(inviting, 'invite');
  await press(inviting, 'Make invitation');
  await look(inviting, 'invite-done');
  const invitation = await inviting.getByLabel('Invitation').inputValue();
  await inviting.close();
  const joining = await documentOf(other, (team, profileId) => team.join({ profileId }));
  await look(joining, 'join');
  await press(joining, 'Show invitation', { Invitation: invitation });
  await look(joining, 'join-ask');
  await press(joining, 'Ask to join', { 'Name of this computer': other.name, ...access });
  await look(joining, 'join-done');
  const words = await joining.getByRole('listitem').allInnerTexts();
  await joining.close();
  const asked = async () => (await teamOf(owner)).requests.at(0)?.id ?? '';
  await expect.poll(asked, { timeout: 30_000 }).not.toBe('');
  const id = await asked();
  const document = await documentOf(owner, (team, profileId) => team.admit({ profileId, id }));
  await look(document, 'admit');
  const choose = async () => {
    await document.getByRole('radio', { name: 'A new person' }).check();
    await document.getByRole('radio', { name: 'Operator', exact: true }).check();
  };
  await choose();
  await typeWords(document, words.toReversed());
  await press(document, 'Admit computer');
  await look(document, 'admit-refused');
  await choose();
  await typeWords(document, words);
  const named = { 'Name of the new person': `${other.name}’s person` };
  await press(document, 'Admit computer', named);
  await look(document, 'admit-done');
  await document.close();
  const isIn = async () => (await teamOf(other)).state;
  await expect.poll(isIn, { timeout: 30_000 }).toBe('on');
  await expect.poll(async () => (await teamOf(owner)).requests.length).toBe(0);
}

async function idOf(on: Desk, { name }: Desk): Promise<string> {
  const find = async () => (await teamOf(on)).members.find((one) => one.name === name)?.id ?? '';
  await expect.poll(find, { timeout: 30_000 }).not.toBe('');
  return await find();
}

async function setRole(owner: Desk, other: Desk, role: string): Promise<void> {
  const id = await idOf(owner, other);
  const document = await documentOf(owner, (team, profileId) => team.changeRole({ profileId, id }));
  await document.getByRole('radio', { name: role, exact: true }).check();
  await press(document, 'Change role');
  await expect(document.getByRole('heading', { name: 'Role changed' })).toBeVisible();
  await document.close();
}

async function lookAtToken(owner: Desk, other: Desk): Promise<void> {
  await lookAt(owner, (team, profileId) => team.shareToken({ profileId }), 'token', 'Share token');
  const isOffered = async () => (await teamOf(other)).token?.isOffered;
  await expect.poll(isOffered, { timeout: 30_000 }).toBe(true);
  await lookAtTeam(other, 'token-offered');
  const use: Ask = (team, profileId) => team.useToken({ profileId });
  await lookAt(other, use, 'token-use', 'Use token');
  await lookAt(owner, (team, profileId) => team.shareToken({ profileId }), 'token-again');
  await lookAt(owner, (team, profileId) => team.takeBackToken({ profileId }), 'token-back');
}

async function lookAtApprovals(owner: Desk, maker: Desk, approver: Desk): Promise<void> {
  const any = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };
  const rules = [{ of: 'createCustomer' as const, ...any, approvers: 1 }];
  const policy = { rules, limits: [], allowWithoutDatabase: false };
  const set: Ask = (_team, profileId, approvals) => approvals.setPolicy({ profileId, policy });
  await lookAt(owner, set, 'policy', 'Set policy');
  const ruled = async () => (await maker.bridge.approvals.status())?.policy.rules.length;
  await expect.poll(ruled, { timeout: 30_000 }).toBe(1);
  const input = {
    type: 'individual' as const,
    email: 'ada.byron@example.com',
    personalInformation: { firstName: 'Ada', lastName: 'Byron' },
  };
  const intentKey = randomBytes(16).toString('hex');
  const { id } = await maker.bridge.approvals.propose({
    profileId: maker.profileId,
    note: 'As agreed by phone.',
    request: { what: 'createCustomer', intentKey, input },
  });
  const waiting = async () => (await approver.bridge.approvals.list({ which: 'waiting' })).total;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const decide: Ask = (_team, profileId, approvals) => approvals.decide({ profileId, id });
  await lookAt(approver, decide, 'decide', 'Sign approval');
}

/** Two owners change one member at once: what the first changed is lost with the database. */
async function fork(desks: readonly [Desk, Desk, Desk, Desk], parts: Parts, database: Database) {
  const [ada, bob, cy, dan] = desks;
  await idOf(bob, dan);
  const sees = async () => (await teamOf(bob)).own.role;
  await expect.poll(sees, { timeout: 30_000 }).toBe('owner');
  await bob.process.stop();
  await setRole(ada, dan, 'Reviewer');
  const roleOfDan = async () => (await teamOf(cy)).members.find(({ name }) => name === dan.name);
  await expect.poll(async () => (await roleOfDan())?.role, { timeout: 30_000 }).toBe('reviewer');
  await database.server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
     DELETE FROM causeway.entries WHERE position =
       (SELECT max(position) FROM causeway.entries WHERE kind = 'membership');
     ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
    database.name,
  );
  const again = await openDesk(parts, bob.name);
  await expect.poll(async () => (await teamOf(again)).state, { timeout: 30_000 }).toBe('on');
  await setRole(again, dan, 'Approver');
  const isForked = async (desk: Desk) => (await teamOf(desk)).fork !== null;
  await expect.poll(() => isForked(cy), { timeout: 30_000 }).toBe(true);
  await lookAtTeam(cy, 'forked');
  const [problem] = (await teamOf(cy)).problems;
  const id = problem?.id ?? 0;
  await lookAt(cy, (team, profileId) => team.putAside({ profileId, id }), 'problem');
  const resolve = async (desk: Desk, name: string) => {
    const document = await documentOf(desk, (team, profileId) => team.resolveFork({ profileId }));
    await takeWhole(document, `team-document-${name}`);
    const { branches } = (await teamOf(desk)).fork ?? { branches: [] };
    const at = branches.findIndex(({ says }) => says.join().includes('reviewer'));
    await document.getByRole('radio', { name: `Branch ${at + 1}` }).check();
    await press(document, 'Choose branch');
    await takeWhole(document, `team-document-${name}-done`);
    await document.close();
  };
  await resolve(cy, 'fork');
  await lookAtTeam(cy, 'forked-chosen');
  await expect.poll(() => isForked(again), { timeout: 30_000 }).toBe(true);
  await resolve(again, 'fork-confirm');
  await expect.poll(() => isForked(cy), { timeout: 30_000 }).toBe(false);
  await lookAtTeam(cy, 'fork-resolved');
  return again;
}

async function recover(on: Desk, words: readonly string[], { url, access }: Database) {
  const document = await documentOf(on, (team, profileId) => team.recover({ profileId }));
  await takeWhole(document, 'team-document-recover');
  const typed = { 'Database URL': url, ...access };
  const field = 'Recovery key of the team';
  await press(document, 'Find team', { ...typed, [field]: words.toReversed().join(' ') });
  await takeWhole(document, 'team-document-recover-refused');
  await press(document, 'Find team', { ...typed, [field]: words.join(' ') });
  await takeWhole(document, 'team-document-recover-found');
  await document.getByRole('radio', { name: 'A new person' }).check();
  await press(document, 'Recover team', { 'Name of this computer': on.name });
  await takeWhole(document, 'team-document-recover-done');
  await document.close();
  await lookAtTeam(on, 'recovered');
}

base('a team, its documents, a fork and no database', async ({ browser, folder, service }) => {
  base.setTimeout(1_800_000);
  const server = await startPostgres();
  const parts = { browser, folder, service };
  const desks: Desk[] = [];
  const open = async (name: string) => {
    const desk = await openDesk(parts, name);
    desks.push(desk);
    return desk;
  };
  try {
    const database = await openDatabase(server);
    const ada = await open('Treasury desk');
    const words = await found(ada, database);
    const bob = await open('Laptop of the deputy head of treasury');
    const cy = await open('Cy at home');
    const dan = await open('Dan');
    const nothing = async () => undefined;
    await admit([ada, bob], database, async (page, name) => {
      await takeWhole(page, `team-document-${name}`);
      if (name === 'join-done') await lookAtTeam(bob, 'waiting');
      if (name === 'admit') await lookAtTeam(ada, 'asked');
    });
    await admit([ada, cy], database, nothing);
    await admit([ada, dan], database, nothing);
    const id = await idOf(ada, bob);
    const remove: Ask = (team, profileId) => team.remove({ profileId, id });
    await lookAt(ada, (team, profileId) => team.changeRole({ profileId, id }), 'role');
    await setRole(ada, bob, 'Owner');
    await setRole(ada, cy, 'Owner');
    await lookAtToken(ada, bob);
    await lookAtApprovals(ada, dan, bob);
    await lookAt(ada, remove, 'remove');
    await lookAt(ada, (team, profileId) => team.leave({ profileId }), 'leave');
    await lookAt(ada, (team, profileId) => team.changeAccess({ profileId }), 'access');
    await lookAt(ada, (team, profileId) => team.admitRelay({ profileId }), 'relay');
    await lookAtTeam(ada, 'owner');
    desks.push(await fork([ada, bob, cy, dan], parts, database));
    await recover(await open('The new one'), words, database);
    await server.halt('kill');
    const away = async () => (await teamOf(ada)).state;
    await expect.poll(away, { timeout: 60_000 }).toBe('away');
    await lookAtTeam(ada, 'away');
    await new Screens(ada.page).go('Overview');
    await takeWhole(ada.page, 'team-away-overview');
  } finally {
    for (const desk of desks) await desk.process.stop();
    await server.stop();
  }
});

publicTest('tunnels that fail', async ({ app, screens, publicSide }) => {
  publicTest.setTimeout(600_000);
  const form = app.getByRole('form', { name: 'Add tunnel' });
  await screens.webhooks.go('Tunnels');
  const add = async (name: string, port: number) => {
    await app.getByRole('button', { name: 'Add tunnel', exact: true }).click();
    await form.getByRole('radio', { name: 'SSH' }).check();
    await form.getByLabel('Sign in with').selectOption('Key file');
    const entries = {
      Name: name,
      Host: '127.0.0.1',
      Port: String(port),
      User: publicSide.sshd.user,
      'Listening host': 'localhost',
      'Listening port': String(publicSide.remotePort),
      'Public URL': publicSide.origin,
    };
    for (const [label, value] of Object.entries(entries)) {
      await form.getByRole('textbox', { name: label, exact: true }).fill(value);
    }
    const opening = app.context().waitForEvent('page');
    await form.getByRole('button', { name: 'Add and open tunnel' }).click();
    const document = await opening;
    await takeWhole(document, `tunnel-document-${port}`);
    await press(document, 'Add and open tunnel');
    await document.close();
  };
  await takeWhole(app, 'tunnels-none');
  // Nobody listens there.
  await add('Gateway that is gone', 9);
  await expect(screens.webhooks.tunnel('Gateway that is gone')).toContainText('in a row');
  await add('Gateway', publicSide.sshd.port);
  const opening = app.context().waitForEvent('page');
  await app.getByRole('button', { name: 'Trust host key: Gateway' }).click();
  const document = await opening;
  await takeWhole(document, 'tunnel-document-trust');
  await document.close();
  await takeWhole(app, 'tunnels-failed');
});
