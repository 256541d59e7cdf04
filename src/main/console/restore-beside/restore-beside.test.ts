import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { isMarkedRestored } from '../../core/profiles/restored-mark.ts';
import { makeScryptCheap } from '../../core/vault/testing/cheap-scrypt.ts';
import { delivery, eventBody } from '../../features/webhooks/testing/deliveries.ts';
import {
  addProfile,
  addTunnel,
  createCustomer,
  createTestDirectory,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../testing/console.ts';
import { control, createWebhook, refusingOrigin, until } from '../testing/webhooks.ts';

let directory: TestDirectory;
let root = '';
let folder = '';
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
  root = testFolder();
  folder = join(root, 'backups');
  mkdirSync(folder);
});
afterEach(async () => {
  await directory.remove();
});

const passphrase = 'seven quiet herons';

async function backUp(started: TestConsole): Promise<string> {
  const { path } = await started.bridge.backups.writeOne();
  await submitDocument(started, path, { folder, passphrase, again: passphrase });
  return join(folder, readdirSync(folder).at(-1) ?? '');
}

/** As a person who reads what it would bring; `confirms`: and brings it. */
async function restore(started: TestConsole, file: string, confirms: boolean): Promise<string> {
  const { path } = await started.bridge.backups.restore();
  const shown = await submitDocument(started, path, { file, key: passphrase });
  const next = /action="([^"]+)"/.exec(shown)?.[1] ?? path;
  return confirms ? await submitDocument(started, next) : shown;
}

const emails = async ({ bridge }: TestConsole): Promise<string[]> =>
  (await bridge.customers.list({})).rows.map(({ email }) => email ?? '').toSorted();

const noted = (id: string) => ({ kind: 'customer', id }) as const;

it('brings what is missing beside what is here, twice the same, and changes nothing else', async () => {
  const desk = await directory.start();
  const ada = await createCustomer(desk, 'ada@example.com');
  const profileId = 'built-in';
  const ofAda = { ...noted(ada.id), profileId };
  await desk.bridge.annotations.addNote({ ...ofAda, text: 'called on Monday' });
  await desk.bridge.annotations.setLabels({ ...ofAda, labels: ['vip'] });
  await desk.bridge.annotations.setReference({ ...ofAda, reference: 'K-1' });
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
  await desk.bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address: wallet,
    label: 'Ours',
  });
  const { id: hosted } = await addProfile(desk, {
    name: 'Hosted',
    environment: 'sandbox',
    baseUrl: 'https://sandbox.example.com',
  });
  await desk.bridge.profiles.select({ id: hosted });
  await desk.bridge.connection.get();
  await desk.bridge.audit.list({});
  await desk.bridge.profiles.select({ id: profileId });
  const record = await desk.bridge.customers.get({ id: ada.id });
  const file = await backUp(desk);

  // What came after the backup stays, and so does what was taken away.
  await createCustomer(desk, 'grace@example.com');
  await desk.bridge.annotations.setLabels({ ...ofAda, labels: ['slow'] });
  await desk.bridge.annotations.setReference({ ...ofAda, reference: '' });
  expect(await restore(desk, file, true)).toContain('New: nothing');
  expect(await emails(desk)).toEqual(['ada@example.com', 'grace@example.com']);
  expect(await desk.bridge.annotations.get(noted(ada.id))).toMatchObject({
    labels: ['slow'],
    reference: null,
  });
  await desk.console.dispose();

  // Another computer, under other keys, with data of its own.
  const dataDir = join(root, 'laptop');
  const laptop = await directory.start({ dataDir, keychain: noKeychain });
  const entry = await laptop.bridge.vault.openSecretEntry({ purpose: 'new-passphrase' });
  await submitDocument(laptop, entry.path, { passphrase, again: passphrase });
  await createCustomer(laptop, 'alan@example.com');
  await laptop.bridge.annotations.setReference({ ...ofAda, reference: 'L-9' });
  const before = await laptop.bridge.audit.list({});
  const shown = await restore(laptop, file, false);
  expect(shown).toContain('“Hosted” is not here. It comes with ');
  expect(shown).toContain('1 record,');
  expect(shown).toContain('here “L-9”, in the backup “K-1”');
  expect(await emails(laptop)).toEqual(['alan@example.com']);
  expect((await laptop.bridge.audit.list({})).total).toBe(before.total);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.restoring'))).toEqual([]);

  expect(await restore(laptop, file, true)).toContain('Restored');
  expect(await emails(laptop)).toEqual(['ada@example.com', 'alan@example.com']);
  expect(await laptop.bridge.customers.get({ id: ada.id })).toEqual({
    ...record,
    reference: 'L-9',
  });
  expect(await laptop.bridge.annotations.get(noted(ada.id))).toMatchObject({
    labels: ['vip'],
    reference: 'L-9',
    notes: [{ versions: [{ text: 'called on Monday' }] }],
  });
  const book = await laptop.bridge.addressBook.list({ search: 'ours', isLabelled: true });
  expect(book.rows).toMatchObject([{ address: wallet, label: 'Ours' }]);
  const found = await laptop.bridge.customers.list({ search: 'Monday' });
  expect(found.rows.map(({ id }) => id)).toEqual([ada.id]);
  const { rows } = await laptop.bridge.audit.list({});
  expect(rows.find(({ action }) => action === 'backup.restored')?.facts).toMatchObject({
    labels: 1,
    differing: 1,
    differs: [`Reference of customer ${ada.id}`],
  });
  expect((await laptop.bridge.profiles.list()).map(({ name }) => name)).toContain('Hosted');
  expect((await laptop.bridge.intents.list({ offset: 0, limit: 9 })).total).toBe(2);
  // Its unfinished runs are stopped when it opens; those of a profile that was here are its own.
  const isMarked = (id: string) => isMarkedRestored(join(dataDir, 'profiles', id));
  expect([isMarked(hosted), isMarked(profileId)]).toEqual([true, false]);
  expect(await verifiedAudit(laptop)).toMatchObject({ state: 'intact' });
  expect((await laptop.bridge.audit.state()).alarm).toBeNull();

  expect(await restore(laptop, file, true)).toContain('New: nothing');
  expect(await emails(laptop)).toEqual(['ada@example.com', 'alan@example.com']);
  await laptop.bridge.profiles.select({ id: hosted });
  expect(isMarked(hosted)).toBe(false);
  expect(await verifiedAudit(laptop)).toMatchObject({ state: 'intact' });
  expect((await laptop.bridge.audit.state()).alarm).toBeNull();
}, 240_000);

const backups = () => readdirSync(folder).map((name) => join(folder, name));

/** A backup that is newer than those before. */
async function backUpAgain(started: TestConsole): Promise<string> {
  const before = backups();
  await backUp(started);
  return backups().find((file) => !before.includes(file)) ?? '';
}

async function importCustomer({ bridge }: TestConsole, profileId: string, customerId: string) {
  const { id: uploadId } = await bridge.imports.upload({ id: null, text: customerId });
  const { id } = await bridge.imports.preview({ uploadId, form: 'ids' });
  await bridge.imports.keep({ id, profileId, knownAt: null });
}

const both = { says: '“Hosted” is here. New: 1 record,', isEmpty: false };
const theirs = { says: '“Hosted” is not here. It comes with ', isEmpty: true };
it.each([
  ['that is not listed', [], both],
  ['that neither list nor vault have, as both are older', ['vault.sealed'], both],
  ['that is not listed, and has an empty database', [], theirs],
])(
  'restores a profile whose folder is here, %s',
  async (_, others, { says, isEmpty }) => {
    const desk = await directory.start();
    const { id } = await addProfile(desk, {
      name: 'Hosted',
      environment: 'sandbox',
      baseUrl: 'https://sandbox.example.com',
    });
    await desk.bridge.profiles.select({ id });
    await desk.bridge.connection.get();
    await importCustomer(desk, id, 'customer_one');
    const first = await backUpAgain(desk);
    await importCustomer(desk, id, 'customer_two');
    const second = await backUpAgain(desk);
    await desk.console.dispose();

    const dataDir = join(root, 'laptop');
    const options = { dataDir, keychain: noKeychain };
    const laptop = await directory.start(options);
    const entry = await laptop.bridge.vault.openSecretEntry({ purpose: 'new-passphrase' });
    await submitDocument(laptop, entry.path, { passphrase, again: passphrase });
    await laptop.bridge.connection.get();
    const kept = others.map((name) => [name, readFileSync(join(dataDir, name))] as const);
    expect(await restore(laptop, first, true)).toContain('“Hosted” is not here. It comes with ');
    await laptop.bridge.profiles.select({ id });
    await importCustomer(laptop, id, 'customer_own');
    await laptop.bridge.profiles.select({ id: 'built-in' });
    await laptop.console.dispose();

    // As an older copy of it is, and what a restore leaves that is cut off before it lists the profile.
    const listed = join(dataDir, 'profiles.json');
    const older = JSON.parse(readFileSync(listed, 'utf8')) as { profiles: { id: string }[] };
    const profiles = older.profiles.filter((profile) => profile.id !== id);
    writeFileSync(listed, JSON.stringify({ ...older, profiles }));
    for (const [name, bytes] of kept) writeFileSync(join(dataDir, name), bytes);
    if (isEmpty) writeFileSync(join(dataDir, 'profiles', id, 'records.db'), '');
    const again = await directory.start(options);
    const unlocking = await again.bridge.vault.openSecretEntry({ purpose: 'passphrase' });
    await submitDocument(again, unlocking.path, { passphrase });
    expect(await restore(again, second, false)).toContain(says);
    expect((await again.bridge.profiles.list()).map(({ name }) => name)).not.toContain('Hosted');
    expect(await restore(again, second, true)).toContain(says);
    await again.bridge.profiles.select({ id });
    const { rows } = await again.bridge.customers.list({});
    expect(rows.map((row) => row.id).toSorted()).toEqual([
      'customer_one',
      ...(isEmpty ? [] : ['customer_own']),
      'customer_two',
    ]);
    expect(await verifiedAudit(again)).toMatchObject({ state: 'intact' });
    expect((await again.bridge.audit.state()).alarm === null).toBe(!isEmpty);
  },
  120_000,
);

it('brings a profile that was removed with its data kept, in its mode', async () => {
  const desk = await directory.start();
  const baseUrl = 'https://sandbox.example.com';
  const { id } = await addProfile(desk, { name: 'Hosted', environment: 'sandbox', baseUrl });
  await desk.bridge.profiles.select({ id });
  await importCustomer(desk, id, 'customer_one');
  const { path: changing } = await desk.bridge.profiles.changeMode({ id });
  await submitDocument(desk, changing, { mode: 'review' });
  await desk.bridge.profiles.select({ id: 'built-in' });
  const { path } = await desk.bridge.profiles.remove({ id });
  expect(await submitDocument(desk, path, { removal: 'aside' })).toContain('is removed');
  const file = await backUp(desk);

  const elsewhere = createTestDirectory();
  onTestFinished(elsewhere.remove);
  const laptop = await elsewhere.start();
  const said = '“Hosted” is not here. It comes with 1 record,';
  expect(await restore(laptop, file, false)).toContain(said);
  expect(await restore(laptop, file, true)).toContain(said);
  expect((await laptop.bridge.profiles.select({ id })).name).toBe('Hosted');
  const { rows } = await laptop.bridge.customers.list({});
  expect(rows.map((row) => row.id)).toEqual(['customer_one']);
  expect((await laptop.bridge.connection.get()).mode).toBe('review');
});

/** All of the open profile, newest first, once there are so many and each is read. */
const deliveriesOf = ({ bridge }: TestConsole, count: number) =>
  until(bridge, async () => {
    const { rows } = await bridge.deliveries.list({});
    return rows.length === count && rows.every(({ role }) => role !== null) && rows;
  });

/** A profile with one delivery, signed by a webhook whose secret was entered. */
async function deliverToHosted(started: TestConsole): Promise<string> {
  const { bridge } = started;
  const baseUrl = 'https://sandbox.example.com';
  const { id } = await addProfile(started, { name: 'Hosted', environment: 'sandbox', baseUrl });
  await bridge.profiles.select({ id });
  const publicUrl = await refusingOrigin();
  await addTunnel(started, { kind: 'own-url', name: 'Proxy', publicUrl });
  const url = (await bridge.webhooks.prepare()).addresses.at(-1)?.url ?? '';
  const webhook = { webhookId: 'webhook_own', url, name: 'Desk' };
  const entry = await bridge.vault.openSecretEntry({
    purpose: 'webhook-secret',
    profileId: id,
    ...webhook,
  });
  await submitDocument(started, entry.path, { secret: 'secret_1' });
  const { receiver } = await bridge.webhooks.list();
  const { body, rawHeaders } = delivery(eventBody('event_1'));
  await fetch(`${receiver.origin}${new URL(url).pathname}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { signature: rawHeaders.at(-1) ?? '' },
  });
  return id;
}

it('brings deliveries of profiles that are here and that are not, with what follows, once', async () => {
  const desk = await directory.start({ allowPrivateTunnels: true });
  const hosted = await deliverToHosted(desk);
  const [own] = await deliveriesOf(desk, 1);
  await desk.bridge.profiles.select({ id: 'built-in' });
  await createWebhook(desk);
  await control(desk, '/events', { name: 'wallet.create' });
  // That of the webhook itself comes, too.
  const delivered = await deliveriesOf(desk, 2);
  const [{ arrival } = { arrival: 0 }] = delivered;
  const whole = await desk.bridge.deliveries.get({ arrival });
  const file = await backUp(desk);
  await desk.console.dispose();

  const dataDir = join(root, 'laptop');
  const laptop = await directory.start({ dataDir, keychain: noKeychain });
  const entry = await laptop.bridge.vault.openSecretEntry({ purpose: 'new-passphrase' });
  await submitDocument(laptop, entry.path, { passphrase, again: passphrase });
  await laptop.bridge.connection.get();
  const shown = await restore(laptop, file, false);
  const found = (name: string, said: string) => `New deliveries of “${name}”: ${said}`;
  expect(shown).toContain(found('Built-in sandbox', '2, received from 20'));
  expect(shown).toContain(found('Hosted', '1, received from 20'));
  expect((await laptop.bridge.deliveries.list({})).rows).toEqual([]);
  const audited = (await laptop.bridge.audit.list({})).total;

  expect(await restore(laptop, file, true)).toContain(found('Hosted', '1, received'));
  const contentOf = ({ arrival: _, ...row }: (typeof delivered)[number]) => row;
  const brought = await deliveriesOf(laptop, 2);
  expect(brought.map(contentOf)).toEqual(delivered.map(contentOf));
  const again = await laptop.bridge.deliveries.get({ arrival: brought[0]?.arrival ?? 0 });
  expect({ ...again, arrival }).toEqual(whole);
  const listed = await until(laptop.bridge, async () => {
    const { rows } = await laptop.bridge.timeline.list({});
    return rows.length >= delivered.length && rows;
  });
  expect(listed.map(({ eventId }) => eventId)).toContain(delivered[0]?.eventId);
  expect((await laptop.bridge.audit.list({})).total).toBe(audited + 1);

  const none = await restore(laptop, file, true);
  expect(none).toContain(found('Built-in sandbox', 'none'));
  expect(none).toContain(found('Hosted', 'none'));
  expect(await deliveriesOf(laptop, 2)).toEqual(brought);
  await laptop.bridge.profiles.select({ id: hosted });
  expect((await deliveriesOf(laptop, 1)).map(contentOf)).toEqual(
    [own].flatMap((one) => (one ? contentOf(one) : [])),
  );
}, 120_000);

it('says what is wrong, and restores nothing', async () => {
  const started = await directory.start();
  const file = await backUp(started);
  const { path } = await started.bridge.backups.restore();
  const typed = [
    [{ file: 'some.backup', key: passphrase }, 'full path'],
    [{ file: join(folder, 'none'), key: passphrase }, 'an existing'],
    [{ file, key: 'another' }, 'does not open this backup'],
  ] as const;
  for (const [fields, problem] of typed)
    expect(await submitDocument(started, path, fields)).toContain(problem);
});

it('says who wrote it, and that it is unchanged only where the recovery key of here shows it', async () => {
  const started = await directory.start();
  const byPassphrase = await backUp(started);
  const shown = await restore(started, byPassphrase, false);
  expect(shown).toContain('This installation, as the file says');
  expect(shown).not.toContain('unchanged.');

  const words = (await makeRecoveryKey(started)).join(' ');
  const asked = await started.bridge.backups.chooseFolder();
  await submitDocument(started, asked.path, { folder, every: '25' });
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.backup'));
  await until(started.bridge, async () => written().length === 2);
  const byKey = written().find((name) => !byPassphrase.endsWith(name)) ?? '';
  const { path } = await started.bridge.backups.restore();
  const typed = { file: join(folder, byKey), key: words };
  expect(await submitDocument(started, path, typed)).toContain(
    'The backup is whole and unchanged.',
  );

  const elsewhere = createTestDirectory();
  try {
    const other = await restore(await elsewhere.start(), byPassphrase, false);
    expect(other).toContain('Another installation: ');
    expect(other).toContain('not written by this installation');
  } finally {
    await elsewhere.remove();
  }
});
