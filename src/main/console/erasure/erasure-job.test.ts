/** A customer whose personal data stands in every place that can hold it: after the erasure it stands in none. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../../contract/signature.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createMemoryStore } from '../../core/vault/memory-store.ts';
import { runRestore } from '../../hosts/cli/restore-run.ts';
import { databasesUnder } from '../test-canaries.ts';
import {
  addProfile,
  addTunnel,
  createReviewed,
  createTestDirectory,
  makeRecoveryKey,
  newIntentKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../test-console.ts';
import { refusingOrigin, until } from '../test-webhooks.ts';
import { deliveriesOf, placesOf, textsOf } from './test-canaries.ts';

let directory: TestDirectory;
let root = '';
let keychain: ReturnType<typeof createMemoryStore>;
beforeEach(() => {
  directory = createTestDirectory();
  root = mkdtempSync(join(tmpdir(), 'causeway-erasing-'));
  keychain = createMemoryStore();
});
afterEach(async () => {
  await directory.remove();
  rmSync(root, { recursive: true, force: true });
});

const baseUrl = 'https://service.example.com';
const webhookSecret = 'secret_Hk4Vt82bNw61RcXe9Ju3';
const ada = 'customer_ada1';
const account = 'virtualAccount_ada2';
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

const person = {
  type: 'individual' as const,
  email: 'zelda.quux@wyvern.example',
  phone: '+4915799912345',
  address: {
    ...{ line1: 'Vellichor Lane 77', city: 'Brixelborough', state: 'Kvothia' },
    ...{ postalCode: 'QZ9-4417', country: 'Freedonia' },
  },
  personalInformation: {
    ...{ firstName: 'Zeldabeth', lastName: 'Quuxington' },
    ...{ taxIdentificationNumber: '998-87-7665', taxIdentificationNumberType: 'ssn' },
  },
};
/** In small letters; none of them stands in anything that stays. */
const marks = [
  ...['zelda.quux', 'wyvern', '15799912345', 'vellichor', 'brixelborough', 'kvothia', 'qz9-4417'],
  ...['freedonia', 'zeldabeth', 'quuxington', '998-87-7665', wallet.toLowerCase(), 'grimwald'],
  ...['4455667788', 'noted about', 'quuxlabel', 'quuxref', 'nickname zq', '1987-06-05'],
];

const moment = '2026-01-31T12:00:00.000Z';
const profiles = [
  {
    ...{ name: 'basic', status: 'incomplete' },
    criteria: {
      ...{ complete: ['email_address'], pending: [], required: ['photo_id'] },
      errors: [{ name: 'photo_id', message: 'Zeldabeth is blurred' }],
    },
  },
];
const accountBody = {
  ...{ id: account, active: true, created: moment, updated: moment },
  fees: {
    ...{ totalBpsRate: '40', integratorFee: { bpsRate: '0' }, platformFee: { bpsRate: '40' } },
  },
  depositInstructions: {
    ...{ currency: 'usd', bankName: 'Bank of Wyvern', bankAccountNumber: '4455667788' },
    ...{ bankRoutingNumber: '021000021', bankBeneficiaryName: 'Zeldabeth Quuxington' },
    bankBeneficiaryAddress: 'Vellichor Lane 77',
  },
  destination: { currency: 'usdc', walletAddress: wallet, network: 'ethereum' },
};
const bank = {
  ...{ id: 'bankAccount_ada3', status: 'active', bankName: 'Bank', customer: ada, currency: 'usd' },
  ...{ accountHolderName: 'Zeldabeth Quuxington', accountName: 'Grimwald Savings' },
  accountDetails: { accountNumber: '****7788', routingNumber: '****0021', accountType: 'savings' },
};
const eventOf = (id: string, name: string, data: object) => ({
  ...{ id, name, data, webhookRecords: [], mock: false, created: moment, updated: moment },
});
const payout = {
  ...{ id: 'payout_ada4', status: 'successful', customer: ada, virtualAccount: account },
  source: { amount: '125.50', currency: 'USD', sender: 'Grimwald Quuxington' },
  destination: { amount: '124.99', currency: 'USDC', walletAddress: wallet },
  ...{ fee: { amount: '0.51', currency: 'USD' }, transactionHash: '0xgrimwald77' },
  ...{ created: moment, updated: moment },
};

const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/customer': { id: ada, ...person, verificationProfiles: profiles },
  'POST /v2/virtual-account': accountBody,
  [`GET /v2/customers/${ada}/bank-account/bankAccount_ada3`]: bank,
  'GET /v1/event/event_looked': eventOf('event_looked', 'customer.create', {
    customer: { id: ada, ...person, dateOfBirth: '1987-06-05', verificationProfiles: profiles },
  }),
};
const service: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(baseUrl)) return await fetch(input, init);
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  const text = await request.text();
  if (text.includes('refuse-me')) {
    const error = { information: [`${person.email} is on a list`] };
    return Response.json({ ts: moment, error }, { status: 400 });
  }
  const body = bodies[asked];
  if (text.includes('bob@')) {
    return Response.json({ id: 'customer_bob', type: 'individual', email: 'bob@other.example' });
  }
  return body === undefined
    ? Response.json({ ts: moment, error: { general: 'Not found' } }, { status: 404 })
    : Response.json(body);
};

async function openHosted(running: TestConsole) {
  const { bridge } = running;
  const { id: profileId } = await addProfile(running, {
    ...{ name: 'Hosted', environment: 'sandbox', baseUrl },
  });
  await bridge.profiles.select({ id: profileId });
  const type = async (
    purpose: Parameters<TestConsole['bridge']['vault']['openSecretEntry']>[0],
    typed: Readonly<Record<string, string>>,
  ) => submitDocument(running, (await bridge.vault.openSecretEntry(purpose)).path, typed);
  await type({ purpose: 'token', profileId }, { token: 'Zq7Kx93mPq27TzLw8YvB4' });
  const publicUrl = await refusingOrigin();
  const { id } = await addTunnel(running, { kind: 'own-url', name: 'Proxy', publicUrl });
  await bridge.tunnels.open({ id });
  const { addresses } = await bridge.webhooks.prepare();
  const url = addresses.find(({ tunnelId }) => tunnelId === id)?.url ?? '';
  const webhook = { webhookId: 'webhook_own', url, name: 'Desk' };
  await type({ purpose: 'webhook-secret', ...webhook }, { secret: webhookSecret });
  const { receiver } = await bridge.webhooks.list();
  return { profileId, deliverTo: `${receiver.origin}${new URL(url).pathname}` };
}

async function deliver(to: string, body: unknown, isSigned = true): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const signature = isSigned ? sign(bytes, webhookSecret) : 'f'.repeat(64);
  await fetch(to, { method: 'POST', headers: { signature }, body: bytes });
}

const indexed = (running: TestConsole, count: number) =>
  until(running.bridge, async () => {
    const { indexed: done, total } = await running.bridge.timeline.indexing();
    return done >= count && done === total;
  });

/** Everything that a desk knows of one customer. */
async function fill(
  running: TestConsole,
  { profileId, deliverTo }: { profileId: string; deliverTo: string },
) {
  const { bridge } = running;
  const create = (input: object) =>
    bridge.customers.create({
      ...{ profileId, intentKey: newIntentKey(), ownName: 'Nickname ZQ' },
      input: input as typeof person,
    });
  await create({ ...person, address: { ...person.address, line2: 'refuse-me' } }).catch(() => null);
  await create(person);
  await bridge.customers.create({
    ...{ profileId, intentKey: newIntentKey() },
    input: { type: 'individual', email: 'bob@other.example' },
  });
  await createReviewed(bridge, {
    profileId,
    input: {
      ...{ customerId: ada, sourceCurrency: 'USD', destinationCurrency: 'USDC' },
      ...{ network: 'ethereum', walletAddress: wallet },
    },
  });
  await bridge.bankAccounts.lookUp({
    profileId,
    customerId: ada,
    bankAccountId: 'bankAccount_ada3',
  });
  await bridge.timeline.lookUp({ profileId, eventId: 'event_looked' });
  await deliver(
    deliverTo,
    eventOf('event_1', 'customer.create', { customer: { id: ada, ...person } }),
  );
  await deliver(deliverTo, eventOf('event_2', 'payout.successful', { payout }));
  await deliver(
    deliverTo,
    eventOf('event_3', 'customer.create', { customer: { id: 'customer_bob' } }),
  );
  await deliver(deliverTo, { what: 'is this', of: person.email });
  await deliver(
    deliverTo,
    eventOf('event_4', 'customer.create', { customer: { id: ada, ...person } }),
    false,
  );
  await indexed(running, 3);
  const of = { profileId, kind: 'customer', id: ada } as const;
  await bridge.annotations.addNote({ ...of, text: 'Noted about her: called' });
  await bridge.annotations.setLabels({ ...of, labels: ['quuxlabel'] });
  await bridge.annotations.setReference({ ...of, reference: 'quuxref-1' });
  const note = { profileId, kind: 'customer', id: 'customer_bob' } as const;
  await bridge.annotations.addNote({
    ...note,
    text: `Shares a flat with ${person.email}, she says`,
  });
  await bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address: wallet,
    label: 'Grimwald’s',
  });
  await bridge.savedViews.save({
    ...{ profileId, list: 'timeline', id: '00112233445566aa' },
    ...{ name: `of ${person.email}`, query: `search=${person.email}` },
  } as never);
}

async function openKeys(profileId: string): Promise<Buffer[]> {
  const names = [`data-key:${profileId}`, 'named:inbox-key'];
  return await Promise.all(
    names.map(async (name) => Buffer.from((await keychain.get(name)) ?? '', 'hex')),
  );
}

/** Where marks stand in any file of the directory, opened with the keys. */
async function found(profileId: string, path = directory.path): Promise<string[]> {
  const keys = await openKeys(profileId);
  return databasesUnder(path, keys).flatMap(({ name, sqlite }) => {
    try {
      const all = placesOf(textsOf(sqlite), marks);
      const [dataKey] = keys;
      if (name !== 'inbox.db' || dataKey === undefined) return all.map((one) => `${name}: ${one}`);
      return [...all, ...placesOf(deliveriesOf(sqlite, profileId, dataKey), marks)];
    } finally {
      sqlite.close();
    }
  });
}

async function erase(running: TestConsole, profileId: string, fields: Record<string, string> = {}) {
  const { path } = await running.bridge.erasures.erase({ profileId, customerId: ada });
  const typed = { reason: 'Asked for by letter', duty: 'none', name: 'Zeldabeth Quuxington' };
  return await submitDocument(running, path, { ...typed, ...fields });
}

it('is nowhere in the data directory afterwards, and what has to stay stays', async () => {
  const running = await directory.start({ keychain, fetch: service, allowPrivateTunnels: true });
  const { bridge } = running;
  const hosted = await openHosted(running);
  const { profileId, deliverTo } = hosted;
  await fill(running, hosted);
  expect((await found(profileId)).length).toBeGreaterThan(20);
  const before = await bridge.customers.get({ id: ada });

  expect(await erase(running, profileId, { reason: `${person.email} asked` })).toContain(
    'leave the customer’s own data out',
  );
  expect(await erase(running, profileId, { duty: '' })).toContain('must be kept');
  expect(await erase(running, profileId, { name: 'ada' })).toContain('exactly as shown');
  expect(await erase(running, profileId)).toContain('is erased from');
  await indexed(running, 3);

  const after = await bridge.customers.get({ id: ada });
  expect(after).toMatchObject({
    ...{ id: ada, type: 'individual', name: null, email: null, fields: [] },
    ...{ erasure: { reason: 'Asked for by letter', liftedAt: null }, virtualAccounts: 1 },
    verificationProfiles: [{ name: 'basic', status: 'incomplete', required: ['photo_id'] }],
  });
  expect(after.learned.length).toBe(before.learned.length);
  expect(after.firstLearnedAt).toBe(before.firstLearnedAt);
  const paid = await bridge.payouts.get({ id: 'payout_ada4' });
  expect(paid).toMatchObject({ state: 'successful', customerId: ada, walletAddress: null });
  expect(JSON.stringify(paid)).toContain('125.50');
  expect((await bridge.customers.list({ search: 'zelda' })).total).toBe(0);
  const events = async () =>
    (await bridge.timeline.list({})).rows.map(({ eventId }) => eventId).toSorted();
  await expect.poll(events).toEqual(['event_1', 'event_2', 'event_3', 'event_looked']);
  expect(await verifiedAudit(running)).toMatchObject({ state: 'intact' });
  expect((await bridge.audit.state()).alarm).toBeNull();
  expect(
    JSON.stringify((await bridge.annotations.get({ kind: 'customer', id: 'customer_bob' })).notes),
  ).toContain('Shares a flat with (erased)');
  const entry = (await bridge.audit.list({})).rows.find(
    ({ action }) => action === 'customer.personal-data-erased',
  );
  expect(entry?.facts).toMatchObject({ customerId: ada, reason: 'Asked for by letter' });
  expect(await found(profileId)).toEqual([]);

  // What comes late, or is asked for again, does not bring it back.
  const late = eventOf('event_5', 'customer.kyc.successful', { customer: { id: ada, ...person } });
  await deliver(deliverTo, late);
  await deliver(
    deliverTo,
    eventOf('event_1', 'customer.create', { customer: { id: ada, ...person } }),
  );
  await bridge.bankAccounts.lookUp({
    profileId,
    customerId: ada,
    bankAccountId: 'bankAccount_ada3',
  });
  await indexed(running, 4);
  await until(bridge, async () => (await bridge.timeline.list({})).rows.length === 5);
  await expect.poll(() => found(profileId), { timeout: 20_000 }).toEqual([]);

  // A person may choose otherwise.
  const { path } = await bridge.erasures.record({ profileId, customerId: ada });
  expect(await submitDocument(running, path, { reason: 'She is back' })).toContain(
    'recorded again',
  );
  await deliver(
    deliverTo,
    eventOf('event_6', 'customer.kyc.pending', { customer: { id: ada, ...person } }),
  );
  await expect
    .poll(async () => (await bridge.customers.get({ id: ada })).email, { timeout: 20_000 })
    .toBe(person.email);
  await running.console.dispose();
}, 120_000);

it('does not come back from a backup of before: beside what is here, or into an empty folder', async () => {
  const options = { keychain, fetch: service, allowPrivateTunnels: true };
  const running = await directory.start(options);
  const { bridge } = running;
  const hosted = await openHosted(running);
  const { profileId } = hosted;
  await fill(running, hosted);
  const folder = join(root, 'backups');
  mkdirSync(folder);
  const words = (await makeRecoveryKey(running)).join(' ');
  await submitDocument(running, (await bridge.backups.chooseFolder()).path, { folder, every: '' });
  const { last } = await until(bridge, async () => {
    const view = await bridge.backups.get();
    return view.last !== null && view.running === null && view;
  });
  const file = last?.file ?? '';
  expect(await erase(running, profileId)).toContain('is erased from');
  const [list = ''] = readdirSync(folder).filter((name) => name.endsWith('.erasures'));
  const listed = readFileSync(join(folder, list), 'utf8');
  expect(listed).not.toContain(ada);
  expect(listed).not.toContain('letter');

  const { path } = await bridge.backups.restore();
  const shown = await submitDocument(running, path, { file, key: words });
  expect(shown).toContain('was erased since, of 1 customer');
  const next = /action="([^"]+)"/.exec(shown)?.[1] ?? path;
  expect(await submitDocument(running, next)).toContain('Restored');
  expect(await found(profileId)).toEqual([]);
  expect(await bridge.customers.get({ id: ada })).toMatchObject({ email: null, name: null });
  expect(await verifiedAudit(running)).toMatchObject({ state: 'intact' });
  await running.console.dispose();

  // Another computer, with the backup and what lies beside it.
  const [keyFile, passphraseFile] = [join(root, 'words'), join(root, 'passphrase')];
  writeFileSync(keyFile, words, { mode: 0o600 });
  writeFileSync(passphraseFile, 'seven quiet herons', { mode: 0o600 });
  const restoreTo = async (name: string) => {
    const said: string[] = [];
    const dataDir = join(root, name);
    await runRestore(
      file,
      { file, dataDir, dryRun: false, keyFile, passphraseFile, help: false },
      {
        ...{ say: (line) => void said.push(line), ask: async () => '', random: systemRandom },
        defaultDataDir: () => dataDir,
      },
    );
    return { dataDir, said: said.join(' ') };
  };
  const { dataDir, said } = await restoreTo('laptop');
  expect(said).toContain('erased since the backup');
  expect((await found(profileId, dataDir)).length).toBeGreaterThan(20);
  const laptop = await directory.start({
    ...{ ...options, keychain: noKeychain, passphrase: 'seven quiet herons', dataDir },
  });
  await laptop.bridge.profiles.select({ id: profileId });
  expect(await laptop.bridge.customers.get({ id: ada })).toMatchObject({
    ...{ email: null, erasure: { reason: 'Asked for by letter' } },
  });
  expect(await found(profileId, dataDir)).toEqual([]);
  expect(await verifiedAudit(laptop)).toMatchObject({ state: 'intact' });
  await laptop.console.dispose();

  // A list that was changed is not passed over.
  writeFileSync(join(folder, list), listed.replace(/"at":"2/, '"at":"3'));
  await expect(restoreTo('third')).rejects.toThrow('was changed or is damaged');
}, 120_000);
