/** A customer whose personal data stands in every place that can hold it: after the erasure it stands in none. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { signingKeyOf } from '../../core/audit/signing.ts';
import { createMemoryStore } from '../../core/vault/secret-store.ts';
import { runRestore } from '../../hosts/cli/restore-run.ts';
import { sandboxKeyOf } from '../data-keys/keyed-files.ts';
import { databasesUnder } from '../testing/canaries.ts';
import {
  createCustomer,
  createReviewed,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  newIntentKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../testing/console.ts';
import { fileOf } from '../testing/files.ts';
import { until } from '../testing/webhooks.ts';
import { writeLedger } from './ledger.ts';
import { deliveriesOf, placesOf, textsOf } from './testing/canaries.ts';
import {
  ada,
  deliver,
  eventOf,
  fill,
  indexed,
  marks,
  openHosted,
  person,
  service,
  wallet,
} from './testing/customer.ts';

let directory: TestDirectory;
let root = '';
let keychain: ReturnType<typeof createMemoryStore>;
beforeEach(() => {
  directory = createTestDirectory();
  root = testFolder();
  keychain = createMemoryStore();
});
afterEach(async () => {
  await directory.remove();
});

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

it('is nowhere in the data directory afterwards, whatever comes later or is restored', async () => {
  const options = { keychain, fetch: service, allowPrivateTunnels: true };
  const running = await directory.start(options);
  const { bridge } = running;
  const hosted = await openHosted(running);
  const { profileId, deliverTo } = hosted;
  await fill(running, hosted);
  expect((await found(profileId)).length).toBeGreaterThan(20);
  const folder = join(root, 'backups');
  mkdirSync(folder);
  const words = (await makeRecoveryKey(running)).join(' ');
  await submitDocument(running, (await bridge.backups.chooseFolder()).path, { folder, every: '' });
  const { last } = await until(bridge, async () => {
    const view = await bridge.backups.get();
    return view.last !== null && view.running === null && view;
  });
  const file = last?.file ?? '';
  const before = await bridge.customers.get({ id: ada });

  for (const named of [person.email, '+49 157 999-12345', 'Quuxington, Zeldabeth'])
    expect(await erase(running, profileId, { reason: `${named} asked` })).toContain(
      'leave the customer’s own data out',
    );
  expect(await erase(running, profileId, { duty: '' })).toContain('you must keep the data');
  expect(await erase(running, profileId, { name: 'ada' })).toContain('exactly as shown');
  expect(await erase(running, profileId)).toContain('is erased from');
  await indexed(running, 3);

  const after = await bridge.customers.get({ id: ada });
  expect(after).toMatchObject({
    id: ada,
    type: 'individual',
    name: null,
    email: null,
    fields: [],
    erasure: { reason: 'Asked for by letter', liftedAt: null },
    virtualAccounts: 1,
    verificationProfiles: [{ name: 'basic', status: 'incomplete', required: ['photo_id'] }],
  });
  expect(after.learned.length).toBe(before.learned.length);
  expect(after.firstLearnedAt).toBe(before.firstLearnedAt);
  const [known] = (await bridge.virtualAccounts.list({ customerId: ada })).rows;
  expect(await bridge.virtualAccounts.get({ id: known?.id ?? '' })).toMatchObject({
    walletAddress: null,
    network: 'ethereum',
    totalBpsRate: '40',
    mismatches: [],
  });
  expect((await bridge.changes.list({})).total).toBe(0);
  const paid = await bridge.payouts.get({ id: 'payout_ada_4' });
  const gone = { customerId: ada, walletAddress: null, isErased: true };
  expect(paid).toMatchObject({ state: 'successful', ...gone });
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

  const { rows: stored } = await bridge.deliveries.list({});
  const [erased] = stored.filter(({ eventId }) => eventId === 'event_1');
  expect(await bridge.deliveries.get({ arrival: erased?.arrival ?? 0 })).toMatchObject({
    isErased: true,
    isExactText: false,
    digest: null,
    headers: [],
    verdict: { kind: 'genuine' },
  });
  const again = { customerId: ada, sourceCurrency: 'EUR', destinationCurrency: 'USDC' } as const;
  const input = { ...again, network: 'ethereum', walletAddress: wallet } as const;
  await expect(createReviewed(bridge, { profileId, input })).rejects.toThrow('is erased');
  const pack = await bridge.evidence.make({
    of: { kind: 'customer', id: ada },
    personalData: 'whole',
  });
  const packed = String(await fileOf(running, pack));
  expect(packed).toContain('Reason: Asked for by letter');
  expect(placesOf([['pack', packed]], marks)).toEqual([]);

  // From the backup of before nothing comes back.
  const [list = ''] = readdirSync(folder).filter((name) => name.endsWith('.erasures'));
  const listed = readFileSync(join(folder, list), 'utf8');
  expect(listed).not.toContain(ada);
  expect(listed).not.toContain('letter');

  const { path } = await bridge.backups.restore();
  const shown = await submitDocument(running, path, { file, key: words });
  expect(shown).toContain('Personal data of 1 customer');
  const next = /action="([^"]+)"/.exec(shown)?.[1] ?? path;
  expect(await submitDocument(running, next)).toContain('Restored');
  expect(await found(profileId)).toEqual([]);
  expect(await bridge.customers.get({ id: ada })).toMatchObject({ email: null, name: null });
  expect(await verifiedAudit(running)).toMatchObject({ state: 'intact' });

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
    bankAccountId: 'bankAccount_ada-3',
  });
  await indexed(running, 4);
  await until(bridge, async () => (await bridge.timeline.list({})).rows.length === 5);
  await expect.poll(() => found(profileId), { timeout: 20_000 }).toEqual([]);

  // A person may choose otherwise.
  const recording = await bridge.erasures.record({ profileId, customerId: ada });
  expect(documentAt(running, recording.path)).toContain('Don’t name the person');
  const reason = `${person.email} is back`;
  expect(await submitDocument(running, recording.path, { reason })).toContain('recorded again');
  await deliver(
    deliverTo,
    eventOf('event_6', 'customer.kyc.pending', { customer: { id: ada, ...person } }),
  );
  await expect
    .poll(async () => (await bridge.customers.get({ id: ada })).email, { timeout: 20_000 })
    .toBe(person.email);
  expect(await found(profileId)).not.toEqual([]);
  expect(await erase(running, profileId)).toContain('is erased from');
  expect(await found(profileId)).toEqual([]);
  await running.console.dispose();

  // Another computer, with the backup and what lies beside it.
  const keyFile = join(root, 'words');
  const passphraseFile = join(root, 'passphrase');
  writeFileSync(keyFile, words, { mode: 0o600 });
  writeFileSync(passphraseFile, 'seven quiet herons', { mode: 0o600 });
  const restoreTo = async (name: string) => {
    const said: string[] = [];
    const dataDir = join(root, name);
    await runRestore(
      file,
      { file, dataDir, dryRun: false, keyFile, passphraseFile, help: false },
      {
        say: (line) => void said.push(line),
        ask: async () => '',
        random: systemRandom,
        defaultDataDir: () => dataDir,
      },
    );
    return { dataDir, said: said.join(' ') };
  };
  const { dataDir, said } = await restoreTo('laptop');
  expect(said).toContain('erased since the backup');
  expect((await found(profileId, dataDir)).length).toBeGreaterThan(20);
  const laptop = await directory.start({
    ...options,
    keychain: noKeychain,
    passphrase: 'seven quiet herons',
    dataDir,
  });
  await laptop.bridge.profiles.select({ id: profileId });
  expect(await laptop.bridge.customers.get({ id: ada })).toMatchObject({
    email: null,
    erasure: { reason: 'Asked for by letter' },
  });
  expect(await found(profileId, dataDir)).toEqual([]);
  expect(await verifiedAudit(laptop)).toMatchObject({ state: 'intact' });
  await laptop.console.dispose();

  // A list that was changed, or that somebody else made, is not passed over.
  writeLedger(join(folder, list), [], signingKeyOf(new Uint8Array(32).fill(9)));
  await expect(restoreTo('second')).rejects.toThrow('was changed or is damaged');
  writeFileSync(join(folder, list), listed.replace(/"at":"2/, '"at":"3'));
  await expect(restoreTo('third')).rejects.toThrow('was changed or is damaged');
}, 120_000);

it('is not in the built-in sandbox’s own state either, which goes on with all others', async () => {
  const running = await directory.start({ keychain });
  const { bridge } = running;
  const profileId = 'built-in';
  const create = async (input: typeof person) =>
    (await bridge.customers.create({ profileId, intentKey: newIntentKey(), input })).id;
  const gone = await create(person);
  const stays = await createCustomer(running, 'bob@other.example');
  for (const id of [gone, stays.id])
    await bridge.sandboxControls.moveKyc({ profileId, id, to: 'successful', force: true });
  await createReviewed(bridge, {
    profileId,
    input: {
      customerId: gone,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: wallet,
    },
  });
  const [dataKey = Buffer.alloc(0)] = await openKeys(profileId);
  const inSandbox = (): string[] => {
    const file = join(directory.path, 'profiles', profileId, 'sandbox', 'sandbox.db');
    const sqlite = openSqlite({ file, key: sandboxKeyOf(dataKey), isReadOnly: true });
    try {
      return placesOf(textsOf(sqlite), [...marks, gone.toLowerCase()]);
    } finally {
      sqlite.close();
    }
  };
  await running.console.dispose();
  expect(inSandbox().length).toBeGreaterThan(10);

  const again = await directory.start({ keychain });
  const { path } = await again.bridge.erasures.erase({ profileId, customerId: gone });
  const typed = { reason: 'Asked for by letter', duty: 'none', name: 'Zeldabeth Quuxington' };
  expect(await submitDocument(again, path, typed)).toContain('is erased from');
  const moved = { profileId, to: 'pending', force: true } as const;
  expect(
    (await safe(again.bridge.sandboxControls.moveKyc({ ...moved, id: gone }))).error,
  ).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await again.bridge.sandboxControls.moveKyc({ ...moved, id: stays.id })).kyc).toBe(
    'pending',
  );
  await again.console.dispose();
  expect(inSandbox()).toEqual([]);
  expect(await found(profileId)).toEqual([]);
}, 60_000);
