import { mkdirSync, promises, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { isOpenedBy, openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { readBackupHead } from '../../core/backup/check-backup.ts';
import { openSlots } from '../../core/backup/key-slots.ts';
import { restoreBackup } from '../../core/backup/restore.ts';
import { readKeyRecord } from '../../core/vault/key-record.ts';
import { createMemoryStore } from '../../core/vault/secret-store.ts';
import { makeScryptCheap } from '../../core/vault/testing/cheap-scrypt.ts';
import {
  addProfile,
  createCustomer,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../testing/console.ts';
import { createWebhook, until } from '../testing/webhooks.ts';
import { sandboxKeyOf } from './keyed-files.ts';

let directory: TestDirectory;
let root = '';
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
  root = testFolder();
});
afterEach(async () => {
  await directory.remove();
});

const passphrase = 'seven quiet herons';

const change = async (running: TestConsole): Promise<string> =>
  await submitDocument(running, (await running.bridge.vault.changeDataKeys()).path);

const backUp = async (running: TestConsole): Promise<string> => {
  const folder = join(root, 'backups');
  mkdirSync(folder, { recursive: true });
  const { path } = await running.bridge.backups.writeOne();
  await submitDocument(running, path, { folder, passphrase, again: passphrase });
  return join(folder, readdirSync(folder).toSorted().at(-1) ?? '');
};

/** Sealed in the profile's database. */
async function secretOf(running: TestConsole, id: string): Promise<string | undefined> {
  const { path } = await running.bridge.webhooks.revealSecret({ id });
  return /\n(secret_\w+)<\/textarea>/.exec(await submitDocument(running, path))?.[1];
}

/** What is sealed inside the databases, and what is only in their pages. */
async function everything(running: TestConsole, webhookId: string) {
  const { bridge } = running;
  const deliveries = (await bridge.deliveries.list({})).rows;
  const timeline = await until(bridge, async () => {
    const indexing = await bridge.timeline.indexing();
    return indexing.total > 0 && indexing.indexed === indexing.total && !indexing.isRebuilding
      ? await bridge.timeline.list({ filter: {}, limit: 50 })
      : null;
  });
  return {
    customers: (await bridge.customers.list({})).rows,
    deliveries: await Promise.all(
      deliveries.map(async ({ arrival }) => await bridge.deliveries.get({ arrival })),
    ),
    events: timeline.rows.map(({ eventId }) => eventId),
    secret: await secretOf(running, webhookId),
  };
}

it('encrypts everything anew, and everything is there; the recovery key and backups go on working', async () => {
  const keychain = createMemoryStore();
  const keyIn = async (name: string) => readKeyRecord((await keychain.get(name)) ?? '');
  const first = await directory.start({ keychain });
  const { id: webhookId } = await createWebhook(first);
  await createCustomer(first, 'ada@example.com');
  await until(first.bridge, async () => (await first.bridge.deliveries.list({})).rows.length > 0);
  const words = await makeRecoveryKey(first);
  // Another profile, which is not open then.
  const { id: other } = await addProfile(first, {
    name: 'Other',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
  });
  await first.bridge.profiles.select({ id: other });
  await first.bridge.profiles.select({ id: 'built-in' });
  const before = await everything(first, webhookId);
  expect(before.secret).toBeDefined();
  expect(before.events).not.toEqual([]);
  const backupBefore = await backUp(first);
  const names = ['data-key:built-in', `data-key:${other}`, 'named:inbox-key'];
  const old = await Promise.all(names.map(keyIn));

  expect(documentAt(first, (await first.bridge.vault.changeDataKeys()).path)).toContain(
    'Free space needed',
  );
  expect(await change(first)).toContain('The data keys were changed');
  expect(await first.bridge.vault.dataKeys()).toEqual({ running: null });
  expect(await everything(first, webhookId)).toEqual(before);
  const audited = (await first.bridge.audit.list({})).rows;
  for (const action of ['data-keys-change-started', 'data-key-changed', 'inbox-key-changed']) {
    const entry = audited.find((one) => one.action === `vault.${action}`);
    expect(entry?.facts, action).toMatchObject({ by: expect.any(String) });
  }
  // New deliveries are sealed, and read.
  await createCustomer(first, 'grace@example.com');
  await until(
    first.bridge,
    async () => (await first.bridge.deliveries.list({})).rows.length > before.deliveries.length,
  );
  await first.console.dispose();

  const now = await Promise.all(names.map(keyIn));
  const files = [
    ['inbox.db', 2, (key: Uint8Array) => key],
    ['coverage.db', 2, (key: Uint8Array) => key],
    ['profiles/built-in/records.db', 0, (key: Uint8Array) => key],
    ['profiles/built-in/sandbox/sandbox.db', 0, sandboxKeyOf],
    [`profiles/${other}/records.db`, 1, (key: Uint8Array) => key],
  ] as const;
  for (const [file, index, keyOf] of files) {
    const opens = ({ key }: { key: Uint8Array } = { key: new Uint8Array(32) }) =>
      isOpenedBy(join(directory.path, file), keyOf(key));
    expect([opens(old[index]), opens(now[index])], file).toEqual([false, true]);
  }
  expect(() =>
    openSqlite({
      file: join(directory.path, 'profiles/built-in/timeline.db'),
      isDerived: true,
      key: old[0]?.key ?? null,
    }),
  ).toThrow('with this key');
  const left = readdirSync(directory.path, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.includes('.new'))).toEqual([]);

  const second = await directory.start({ keychain });
  expect(await change(second)).toContain('The data keys were changed');
  expect((await second.bridge.customers.list({})).rows).toHaveLength(2);
  const backupAfter = await backUp(second);
  await second.bridge.profiles.select({ id: other });
  expect((await second.bridge.audit.list({})).rows.map(({ action }) => action)).toContain(
    'vault.data-key-changed',
  );
  await second.console.dispose();

  // The keychain is gone.
  const recovered = await directory.start({ keychain: createMemoryStore() });
  const { path } = await recovered.bridge.vault.enterRecoveryKey();
  expect(await submitDocument(recovered, path, { words: words.join(' ') })).not.toContain('alert');
  await recovered.bridge.profiles.select({ id: 'built-in' });
  expect((await recovered.bridge.customers.list({})).rows).toHaveLength(2);
  expect(await verifiedAudit(recovered)).toMatchObject({ state: 'intact' });
  await recovered.console.dispose();

  for (const [file, count] of [
    [backupBefore, 1],
    [backupAfter, 2],
  ] as const) {
    const key = await openSlots(readBackupHead(file), { kind: 'passphrase', passphrase });
    const dataDir = join(root, `restored-${count}`);
    await restoreBackup({ file, key, dataDir, passphrase, random: systemRandom });
    const restored = await directory.start({ dataDir, keychain: noKeychain, passphrase });
    expect((await restored.bridge.customers.list({})).rows).toHaveLength(count);
    expect(await secretOf(restored, webhookId)).toBe(before.secret);
    // Beside what is here, under whichever keys.
    const { path: merging } = await restored.bridge.backups.restore();
    const other = { file: count === 1 ? backupAfter : backupBefore, key: passphrase };
    const shown = await submitDocument(restored, merging, other);
    const confirming = /action="([^"]+)"/.exec(shown)?.[1] ?? merging;
    expect(await submitDocument(restored, confirming)).toContain('Restored');
    expect((await restored.bridge.customers.list({})).rows).toHaveLength(2);
    await restored.console.dispose();
  }
});

it('is refused while Causeway is locked, in a session, and where the disk has no room', async () => {
  const running = await directory.start();
  const { path } = await running.bridge.vault.changeDataKeys();
  const spy = vi.spyOn(promises, 'statfs');
  spy.mockResolvedValue({ bsize: 4_096, bavail: 10 } as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await submitDocument(running, path)).toContain('Nothing was changed');
  expect((await running.bridge.customers.list({})).rows).toEqual([]);
  await running.bridge.vault.lock();
  expect(await safe(running.bridge.vault.changeDataKeys())).toMatchObject({
    error: { code: 'LOCKED' },
  });
  await running.console.dispose();
  const session = await directory.start({ ephemeral: true });
  expect(await safe(session.bridge.vault.changeDataKeys())).toMatchObject({
    error: { code: 'INVALID' },
  });
});

it('names what could not be changed, and changes the rest', async () => {
  const keychain = createMemoryStore();
  const first = await directory.start({ keychain });
  const { id } = await addProfile(first, {
    name: 'Other',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
  });
  await first.bridge.profiles.select({ id });
  await first.bridge.profiles.select({ id: 'built-in' });
  await createCustomer(first, 'ada@example.com');
  const file = join(directory.path, 'profiles', id, 'records.db');
  const { key } = readKeyRecord((await keychain.get(`data-key:${id}`)) ?? '');
  const used = openSqlite({ file, key });
  const inUse = await change(first);
  expect(inUse).toContain('Not all data keys were changed');
  expect(inUse).toContain('Other: The database is in use');
  used.close();
  const damaged = Buffer.alloc(20_000, 'x');
  writeFileSync(file, damaged);
  expect(await change(first)).toContain('Other: A database does not open with its key');
  expect(readFileSync(file)).toEqual(damaged);
  expect((await first.bridge.customers.list({})).rows).toHaveLength(1);
  const audited = (await first.bridge.audit.list({})).rows.map(({ action }) => action);
  expect(audited.filter((action) => action === 'vault.data-key-changed')).toHaveLength(2);
});

it('cut off by a lock, is ended or was never begun, and can be done again', async () => {
  const running = await directory.start({ keychain: noKeychain, passphrase });
  await createCustomer(running, 'ada@example.com');
  const { path } = await running.bridge.vault.changeDataKeys();
  // The first copy of several.
  const copying = new Promise<void>((resolve) => {
    const watcher = watch(directory.path, (_event, name) => {
      if (name !== 'inbox.db.new') return;
      watcher.close();
      resolve();
    });
  });
  const changing = submitDocument(running, path);
  await copying;
  expect(await safe(running.bridge.backups.writeOne())).toMatchObject({
    error: { code: 'INVALID', message: expect.stringContaining('data keys are being changed') },
  });
  await running.bridge.vault.lock();
  expect(await changing).toContain('Causeway was locked');
  const { path: unlock } = await running.bridge.vault.openSecretEntry({ purpose: 'passphrase' });
  await submitDocument(running, unlock, { passphrase });
  expect((await running.bridge.customers.list({})).rows).toHaveLength(1);
  const audited = (await running.bridge.audit.list({})).rows.map(({ action }) => action);
  expect(audited).toContain('vault.data-keys-change-stopped');
  expect(await change(running)).toContain('The data keys were changed');
  expect((await running.bridge.customers.list({})).rows).toHaveLength(1);
  expect((await running.bridge.webhooks.list()).receiver.isListening).toBe(true);
});
