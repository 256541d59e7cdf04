/**
 * The page is not trusted: what lets data or secrets out, a person confirms in a document of main's own.
 * Every procedure of the bridge is listed here as what it is; a new one has to be.
 */
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addProfile,
  addTarget,
  addTunnel,
  createTestDirectory,
  documentAt,
  newIntentKey,
  procedurePaths,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './test-console.ts';
import { control, createWebhook } from './test-webhooks.ts';

const { Server, utils } = ssh2;

/** Tell the page something, and that is all. */
const reads = [
  ...['vault.status', 'profiles.list', 'profiles.aside', 'connection.get', 'connection.about'],
  ...['customers.list', 'customers.get', 'virtualAccounts.list', 'virtualAccounts.get'],
  ...['bankAccounts.list', 'bankAccounts.get', 'bankAccounts.refreshState'],
  ...['changes.list', 'changes.open', 'onboarding.list', 'onboarding.standing', 'asOf.progress'],
  ...['addressBook.check', 'addressBook.list', 'addressBook.get'],
  ...['webhooks.list', 'webhooks.get', 'webhooks.past.list', 'webhooks.past.get'],
  ...['deliveries.list', 'deliveries.get', 'deliveries.rebuildProgress'],
  ...['tunnels.list', 'forwarding.targets', 'forwarding.list'],
  ...['timeline.list', 'timeline.count', 'timeline.histogram', 'timeline.facets', 'timeline.get'],
  ...['timeline.related', 'timeline.lifecycle', 'timeline.gaps', 'timeline.missed'],
  ...['timeline.indexing', 'timeline.exports.get', 'timeline.views.list'],
  ...['bulk.drafts.get', 'bulk.drafts.list', 'bulk.drafts.rows', 'bulk.drafts.remarks'],
  ...['bulk.runs.list', 'bulk.runs.get', 'bulk.runs.rows', 'bulk.file', 'exports.get'],
  ...['imports.rows.list', 'imports.problems.list', 'imports.get'],
  ...[
    'depositSheets.company.get',
    'depositSheets.check',
    'depositSheets.text',
    'depositSheets.get',
    'annotations.get',
  ],
  ...['intents.answer', 'intents.get', 'intents.list', 'audit.list', 'updates.watch'],
  ...['unresolved.contradicted', 'unresolved.list', 'unresolved.get', 'unresolved.check'],
];

/** Why each of these lets nothing out that a person has not confirmed → what does so. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'It asks or tells the service, at the address that a person confirmed for the profile.': [
    ...['profiles.prove', 'connection.check', 'customers.create', 'virtualAccounts.create'],
    ...['bankAccounts.lookUp', 'bankAccounts.refresh', 'bankAccounts.refreshAll'],
    ...['webhooks.refresh', 'timeline.lookUp', 'unresolved.sendAgain'],
    ...['bulk.drafts.start', 'bulk.runs.goOn'],
  ],
  'It opens, proves or goes on with what a person has confirmed before.': [
    ...['profiles.select', 'profiles.bringBack', 'webhooks.prepare'],
    ...['tunnels.open', 'tunnels.prove', 'forwarding.pauseTarget'],
  ],
  'It writes to this computer alone.': [
    ...[
      'vault.useSession',
      'profiles.rename',
      'virtualAccounts.signOffMismatch',
      'changes.signOff',
    ],
    ...['addressBook.label', 'deliveries.checkAgain', 'deliveries.rebuild', 'timeline.rebuild'],
    ...['timeline.views.save', 'timeline.views.remove'],
    ...['bulk.upload.begin', 'bulk.upload.append', 'bulk.upload.finish'],
    ...['bulk.drafts.map', 'bulk.drafts.chooseSheet', 'bulk.drafts.takeFirstRow'],
    ...['bulk.drafts.takeHiddenRows', 'bulk.drafts.include', 'bulk.drafts.correct'],
    ...['imports.upload', 'imports.preview', 'imports.keep'],
    ...['depositSheets.company.save', 'depositSheets.company.setLogo'],
    ...['annotations.setLabels', 'annotations.setReference', 'annotations.setName'],
    ...['annotations.addNote', 'annotations.editNote'],
    ...['unresolved.exists', 'unresolved.absent', 'unresolved.takeBack'],
  ],
  'It closes, stops or takes away.': [
    ...['vault.lock', 'bankAccounts.cancelRefresh', 'tunnels.close', 'tunnels.remove'],
    ...['forwarding.removeTarget', 'timeline.exports.cancel', 'exports.cancel'],
    ...['bulk.drafts.discard', 'bulk.runs.pause', 'bulk.runs.stop'],
  ],
  'It makes a file of what the page can read, where the person says.': [
    ...['timeline.exports.start', 'listExports.export', 'depositSheets.start'],
  ],
  'It is refused to every page.': ['forwarding.lendTarget'],
};

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
}
const asks: Readonly<Record<string, (wanted: Wanted) => object>> = {
  'vault.openSecretEntry': () => ({
    ...{ purpose: 'webhook-secret', webhookId: 'webhook_x', url: thief, name: null },
  }),
  'profiles.add': () => ({ name: 'Mine', environment: 'sandbox', baseUrl: thief }),
  'profiles.changeAddress': ({ profileId: id }) => ({ id, baseUrl: thief }),
  'profiles.remove': ({ profileId: id }) => ({ id }),
  'webhooks.create': ({ webhookId }) => ({
    ...{ profileId: 'built-in', intentKey: newIntentKey(), confirmed: [webhookId, 'not-provable'] },
    input: { name: 'Mine', url: thief, events: ['payout.create'] },
  }),
  'webhooks.revealSecret': ({ webhookId: id }) => ({ id }),
  'tunnels.add': () => ({ kind: 'own-url', name: 'Mine', publicUrl: 'https://thief.example.com' }),
  'tunnels.chooseKeyFile': ({ keyFile: id }) => ({ id }),
  'tunnels.forgetHostKey': ({ pinned: id }) => ({ id }),
  'tunnels.trustHostKey': ({ waiting }) => waiting,
  'forwarding.addTarget': () => ({ name: 'Mine', url: thief }),
  'forwarding.replay': ({ targetId }) => ({
    ...{ targetId, selection: { by: 'since', since: '2020-01-01T00:00:00.000Z' } },
  }),
};

it('every procedure reads, is harmless for a reason, or asks a person', () => {
  const listed = [...reads, ...Object.values(harmless).flat(), ...Object.keys(asks)];
  expect(listed.toSorted()).toEqual(procedurePaths().toSorted());
});

let directory: TestDirectory;
let running: TestConsole;
let called: string[];
let server: ssh2.Server;
beforeEach(async () => {
  called = [];
  directory = createTestDirectory();
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
  const pinned = await open('127.0.0.1', 'password');
  await submitDocument(running, (await tunnels.trustHostKey(pinned)).path);
  const waiting = await open('localhost', 'key-file');
  const { id: webhookId } = await createWebhook(running);
  const other = { name: 'Other', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' } as const;
  const { id: profileId } = await addProfile(running, other);
  const { id: targetId } = await addTarget(running, { name: 'Ledger', url: 'http://127.0.0.1:61' });
  return { webhookId, profileId, targetId, pinned: pinned.id, waiting, keyFile: waiting.id };
}

/** What any of them could change, here and at the service. */
async function standing() {
  const { profiles, tunnels, forwarding, webhooks, intents, audit } = running.bridge;
  const { rows } = await tunnels.list();
  const atTheService = await control(running, '/list/webhooks', undefined, 'GET');
  return {
    profiles: await profiles.list(),
    tunnels: rows.map(({ id, settings, hostKey, hostKeyToTrust }) => ({
      ...{ id, settings, hostKey, hostKeyToTrust },
    })),
    targets: (await forwarding.targets()).map(({ id, url }) => [id, url]),
    webhooks: (await webhooks.list()).rows.map(({ id, secret }) => [id, secret]),
    atTheService: z.object({ items: z.array(z.object({ id: z.string() })) }).parse(atTheService),
    intents: (await intents.list({})).total,
    audited: (await audit.list({})).total,
  };
}

it('what asks a person has done nothing until the document is answered', async () => {
  const wanted = await prepare();
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
  }
  expect(called.filter((url) => url.includes('thief'))).toEqual([]);
});
