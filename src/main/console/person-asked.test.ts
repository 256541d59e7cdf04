/**
 * The page is not trusted: what lets data or secrets out, a person confirms in a document of main's own.
 * Every procedure of the bridge declares what it may do unasked; those that ask are all called here.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { bridgeContract } from '../../bridge/contract.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { plainPng } from '../core/pdf/testing/pictures.ts';
import { cancelField } from './secret-page.ts';
import {
  addProfile,
  addTarget,
  addTunnel,
  createCustomer,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  newIntentKey,
  procedurePaths,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook } from './testing/webhooks.ts';

const { Server, utils } = ssh2;

const thief = 'https://thief.example.com/in';

/** What a page would call that wants data out. */
interface Wanted {
  readonly webhookId: string;
  readonly profileId: string;
  readonly targetId: string;
  /** Tunnels: whose key is pinned, whose key waits, and which one uses a key file. */
  readonly pinned: string;
  readonly waiting: { readonly id: string; readonly fingerprint: string };
  readonly keyFile: string;
  readonly customerId: string;
  readonly erasedId: string;
}
const asks: Readonly<Record<string, (wanted: Wanted) => object>> = {
  'vault.openSecretEntry': () => ({
    purpose: 'webhook-secret',
    profileId: 'built-in',
    webhookId: 'webhook_x',
    url: thief,
    name: null,
  }),
  'vault.changePassphrase': () => ({}),
  'vault.moveToKeychain': () => ({}),
  'vault.changeDataKeys': () => ({}),
  'vault.makeRecoveryKey': () => ({}),
  'vault.enterRecoveryKey': () => ({}),
  'audit.acceptAlarm': () => ({}),
  'audit.nameYourself': () => ({}),
  'connection.repair': () => ({}),
  'backups.chooseFolder': () => ({}),
  'backups.turnOff': () => ({}),
  'backups.writeOne': () => ({}),
  'backups.restore': () => ({}),
  'handover.save': ({ profileId }) => ({ profileIds: [profileId], from: null, to: null }),
  'handover.open': () => ({}),
  'retention.change': () => ({ profileId: 'built-in' }),
  'erasures.erase': ({ customerId }) => ({ profileId: 'built-in', customerId }),
  'erasures.record': ({ erasedId: customerId }) => ({ profileId: 'built-in', customerId }),
  'profiles.add': () => ({ name: 'Mine', environment: 'sandbox', baseUrl: thief }),
  'profiles.changeAddress': ({ profileId: id }) => ({ id, baseUrl: thief }),
  'profiles.setControl': ({ profileId: id }) => ({ id, controlUrl: thief }),
  'profiles.changeMode': ({ profileId: id }) => ({ id }),
  'profiles.startAnew': () => ({ id: 'built-in' }),
  'profiles.remove': ({ profileId: id }) => ({ id }),
  'webhooks.create': ({ webhookId }) => ({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    confirmed: [webhookId, 'not-provable'],
    input: { name: 'Mine', url: thief, events: ['payout.create'] },
  }),
  'webhooks.revealSecret': ({ webhookId: id }) => ({ id }),
  'tunnels.add': () => ({ kind: 'own-url', name: 'Mine', publicUrl: 'https://thief.example.com' }),
  'tunnels.chooseKeyFile': ({ keyFile: id }) => ({ id }),
  'tunnels.forgetHostKey': ({ pinned: id }) => ({ id }),
  'tunnels.trustHostKey': ({ waiting }) => waiting,
  'notices.save': () => ({
    profileId: 'built-in',
    settings: { kinds: ['token'], quiet: null, hasDetails: true },
  }),
  'depositSheets.company.save': () => ({ name: 'Pay to Thief Ltd', addressLines: [], paper: 'a4' }),
  'depositSheets.company.setLogo': () => ({
    base64: Buffer.from(plainPng(4, 4)).toString('base64'),
  }),
  'forwarding.addTarget': () => ({ name: 'Mine', url: thief }),
  'forwarding.replay': ({ targetId }) => ({
    targetId,
    selection: { by: 'since', since: '2020-01-01T00:00:00.000Z' },
  }),
};

/** Of a profile that is in a team: what they do before anybody answers is in team/team.test.ts. */
const inTeam: Readonly<Record<string, object>> = {
  'approvals.decide': { id: 'a'.repeat(64) },
  'approvals.setPolicy': { policy: { rules: [], limits: [], allowWithoutDatabase: false } },
  'team.found': {},
  'team.join': {},
  'team.invite': {},
  'team.admitRelay': {},
  'team.leave': {},
  'team.admit': { id: 'x' },
  'team.changeRole': { id: 'x' },
  'team.remove': { id: 'x' },
  'team.putAside': { id: 1 },
  'team.setRecovery': {},
  'team.recover': {},
  'team.resolveFork': {},
  'team.shareToken': {},
  'team.takeBackToken': {},
  'team.useToken': {},
  'team.changeAccess': {},
  'team.resolve': { claims: ['ab'.repeat(32)] },
};

/** What a procedure declares that it may do unasked (src/bridge/procedure.ts). */
function mayOf(path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(part as object, name), bridgeContract);
  if (!isContractProcedure(found)) throw new TypeError(`${path} is no procedure.`);
  return z.object({ may: z.string().min(1) }).parse(found['~orpc'].meta).may;
}

it('every procedure that asks a person is tried here, and no other', () => {
  const asking = procedurePaths().filter((path) => mayOf(path) === 'asks');
  const tried = [...Object.keys(asks), ...Object.keys(inTeam)];
  expect(tried.toSorted()).toEqual(asking.toSorted());
});

let directory: TestDirectory;
let running: TestConsole;
let called: string[];
let server: ssh2.Server;
let backupFolder: string;
beforeEach(async () => {
  called = [];
  backupFolder = testFolder();
  directory = createTestDirectory();
  await (await directory.start()).console.dispose();
  // A signed head that does not fit, for a person to accept.
  writeFileSync(join(directory.path, 'anchors', 'built-in.json'), 'x', { mode: 0o600 });
  running = await directory.start({
    fetch: (input, init) => {
      called.push(input instanceof Request ? input.url : String(input));
      return fetch(input, init);
    },
  });
  const { private: key } = utils.generateKeyPairSync('ed25519');
  server = new Server({ hostKeys: [key] }, (client) => client.on('error', () => undefined));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await directory.remove();
  await new Promise<void>((done) => server.close(() => done()));
});

async function prepare(): Promise<Wanted> {
  const { tunnels } = running.bridge;
  const { port } = server.address() as AddressInfo;
  const ssh = { kind: 'ssh', name: 'Gateway', user: 'desk', port } as const;
  const publicUrl = 'https://hooks.example.com';
  const open = async (host: string, method: 'password' | 'key-file') => {
    const { id } = await addTunnel(running, { ...ssh, host, auth: { method }, publicUrl });
    return { id, fingerprint: (await tunnels.open({ id })).hostKeyToTrust ?? 'none' };
  };
  const { id: customerId } = await createCustomer(running, 'ada@example.com');
  const { id: erasedId } = await createCustomer(running, 'alan@example.com');
  const erasing = { profileId: 'built-in', customerId: erasedId };
  await submitDocument(running, (await running.bridge.erasures.erase(erasing)).path, {
    reason: 'asked for',
    duty: 'none',
    name: 'alan@example.com',
  });
  await makeRecoveryKey(running);
  await backUp();
  const passphrases = { passphrase: 'seven quiet herons', again: 'seven quiet herons' };
  await submitDocument(running, (await running.bridge.vault.changePassphrase()).path, passphrases);
  const pinned = await open('127.0.0.1', 'password');
  await submitDocument(running, (await tunnels.trustHostKey(pinned)).path);
  const waiting = await open('localhost', 'key-file');
  const { id: webhookId } = await createWebhook(running);
  const other = { name: 'Other', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' } as const;
  const { id: profileId } = await addProfile(running, other);
  await damage(profileId);
  const { id: targetId } = await addTarget(running, { name: 'Ledger', url: 'http://127.0.0.1:61' });
  const customers = { customerId, erasedId };
  return {
    ...customers,
    webhookId,
    profileId,
    targetId,
    pinned: pinned.id,
    waiting,
    keyFile: waiting.id,
  };
}

/** Into a folder that a person chose, with the first backup written. */
async function backUp(): Promise<void> {
  const { backups } = running.bridge;
  await submitDocument(running, (await backups.chooseFolder()).path, {
    folder: backupFolder,
    every: '',
  });
  await expect
    .poll(() => backups.get())
    .toMatchObject({ running: null, last: expect.anything(), failure: null });
}

/** Leaves its database damaged, and the built-in profile open. */
async function damage(profileId: string): Promise<void> {
  const { profiles, connection } = running.bridge;
  const file = join(directory.path, 'profiles', profileId, 'records.db');
  for (const id of [profileId, 'built-in']) await profiles.select({ id });
  await expect.poll(() => existsSync(file) && !existsSync(`${file}-wal`)).toBe(true);
  writeFileSync(file, readFileSync(file).fill(7));
  await profiles.select({ id: profileId });
  await expect.poll(async () => (await connection.damage()).length).toBe(1);
  await profiles.select({ id: 'built-in' });
}

/** What any of them could change, here and at the service. */
async function standing() {
  const { profiles, tunnels, forwarding, webhooks, intents, audit } = running.bridge;
  const { rows } = await tunnels.list();
  const atTheService = await control(running, '/list/webhooks', undefined, 'GET');
  return {
    profiles: await profiles.list(),
    recovery: await running.bridge.vault.recovery(),
    backups: (await running.bridge.backups.get()).folder,
    vault: await running.bridge.vault.status(),
    tunnels: rows.map(({ id, settings, hostKey, hostKeyToTrust }) => ({
      id,
      settings,
      hostKey,
      hostKeyToTrust,
    })),
    targets: (await forwarding.targets()).map(({ id, url }) => [id, url]),
    webhooks: (await webhooks.list()).rows.map(({ id, secret }) => [id, secret]),
    atTheService: z.object({ items: z.array(z.object({ id: z.string() })) }).parse(atTheService),
    intents: (await intents.list({})).total,
    notices: await running.bridge.notices.settings(),
    company: await running.bridge.depositSheets.company.get(),
    audited: (await audit.list({})).total,
  };
}

it('what asks a person has done nothing until the document is answered', async () => {
  const wanted = await prepare();
  // Its token is proven by itself, once it is open again.
  await expect
    .poll(async () => (await running.bridge.profiles.list()).find(({ id }) => id === 'built-in'))
    .toMatchObject({ token: { proof: 'proven' } });
  const before = await standing();
  for (const [path, inputFor] of Object.entries(asks)) {
    const procedure = path
      .split('.')
      .reduce<unknown>((part, name) => Reflect.get(part as object, name), running.bridge);
    const answer = await (procedure as (input: object) => Promise<{ path: string }>)(
      inputFor(wanted),
    );
    // It tells where the document is, and nothing else.
    expect(Object.values({ ...answer, path: null }), path).toEqual(
      Object.keys(answer).map(() => null),
    );
    expect(documentAt(running, answer.path), path).toContain('<form');
    expect(await standing(), path).toEqual(before);
    // More are tried here than wait at a time.
    await submitDocument(running, answer.path, { [cancelField]: '1' });
    expect(await standing(), path).toEqual(before);
  }
  for (const [path, input] of Object.entries(inTeam)) {
    const procedure = path
      .split('.')
      .reduce<unknown>((part, name) => Reflect.get(part as object, name), running.bridge);
    const asked = (procedure as (input: object) => Promise<unknown>)({
      profileId: 'built-in',
      ...input,
    });
    await expect(asked, path).rejects.toMatchObject({ code: 'INVALID' });
    expect(await standing(), path).toEqual(before);
  }
  expect(called.filter((url) => url.includes('thief'))).toEqual([]);
});
