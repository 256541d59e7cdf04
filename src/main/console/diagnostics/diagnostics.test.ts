import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { diagnosticsBundle } from '../../../bridge/diagnostics.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { createLog } from '../../core/foundation/log.ts';
import { createMemoryStore } from '../../core/vault/secret-store.ts';
import { marksIn, token, webhookSecret, words } from '../testing/canaries.ts';
import {
  addProfile,
  createCustomer,
  createTestDirectory,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from '../testing/console.ts';
import { createWebhook } from '../testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

async function collected({ bridge }: TestConsole) {
  const shown = await bridge.diagnostics.get();
  return { ...shown, bundle: diagnosticsBundle.parse(JSON.parse(shown.text)) };
}

/** Every key and text of it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

const canary = 'Quokka';

it('holds nothing of records, notes, names, addresses and secrets, however they come', async () => {
  const log = createLog({ level: 'debug', destination: { write: () => true } });
  const running = await directory.start({ log });
  const { bridge } = running;
  await createCustomer(running, `${canary}@example.com`);
  const id = (await bridge.customers.list({})).rows[0]?.id ?? '';
  const written = { kind: 'customer', id, profileId: 'built-in' } as const;
  await bridge.annotations.addNote({ ...written, text: `${canary} ${token}` });
  await bridge.annotations.setLabels({ ...written, labels: [canary] });
  await bridge.annotations.setName({ ...written, name: canary });
  await createWebhook(running);
  const baseUrl = `https://${canary.toLowerCase()}.example.com/in`;
  const { id: other } = await addProfile(running, {
    name: canary,
    environment: 'production',
    baseUrl,
  });
  await submitDocument(
    running,
    (await bridge.vault.openSecretEntry({ purpose: 'token', profileId: other })).path,
    { token },
  );
  await makeRecoveryKey(running);
  writeFileSync(join(directory.path, `${canary}.txt`), webhookSecret);
  const error = Object.assign(new Error(words), { name: canary, code: token, [canary]: words });
  log.error({ err: error, [canary]: words }, `${canary} ${words}`);
  log.error({ err: Object.assign(new Error(words), { code: 'SQLITE_IOERR_WRITE' }) }, words);

  const { text, bundle, fileName } = await collected(running);
  expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(marksIn(text)).toEqual([]);
  expect(text).not.toContain(directory.path);
  expect(text).not.toContain(id);
  expect(fileName).toMatch(/^causeway-diagnostics-\d{8}-\d{6}Z\.json$/);
  // Nothing but words of the schema, times and versions.
  const known = new Set(textsOf(z.toJSONSchema(diagnosticsBundle)));
  const free = textsOf(bundle).filter((one) => !known.has(one) && !/^\d[\d.:TZ-]*$/.test(one));
  expect(free).toEqual([]);
  expect(bundle.missing).toEqual([]);
  expect(bundle.errors).toMatchObject({
    last: [
      { level: 'error', class: 'other', code: 'other' },
      { level: 'error', class: 'Error', code: 'SQLITE_IOERR' },
    ],
  });
  expect(bundle.profiles?.[0]).toMatchObject({
    profile: 1,
    environment: 'built-in',
    baseUrl: 'built-in',
    isOpen: true,
    mode: 'full',
    data: {
      schema: { missing: 0, unknown: 0 },
      records: { customer: 1 },
      requests: { created: 2 },
    },
    audit: { check: 'not-checked', alarm: 'none' },
  });
  // The webhook's own, and for a while that of the check of its tunnel.
  expect(bundle.profiles?.[0]?.deliveries?.paths).toBeGreaterThanOrEqual(1);
  expect(bundle.profiles?.[1]).toMatchObject({
    profile: 2,
    environment: 'production',
    baseUrl: 'elsewhere',
    isOpen: false,
    data: null,
    dataMissing: 'no-database',
    audit: null,
  });
  expect(bundle.files).toContainEqual(expect.objectContaining({ kind: 'records', profile: 1 }));
});

it('is saved byte for byte as it was shown, and only what was shown', async () => {
  const running = await directory.start();
  const { bridge } = running;
  const { id, text } = await bridge.diagnostics.get();
  await createCustomer(running);
  const started = await bridge.diagnostics.save({ id });
  const done = await vi.waitUntil(async () => {
    const file = await bridge.diagnostics.file({ id: started.id });
    return file.status === 'running' ? false : file;
  });
  const download = running.console.downloads.take(done.path?.split('/').at(-1) ?? '');
  if (download === null) throw new Error('It can’t be fetched.');
  expect((await buffer(download.content)).toString()).toBe(text);
  const { rows } = await bridge.audit.list({});
  expect(rows.find(({ action }) => action === 'diagnostics.saved')?.facts).toMatchObject({
    exportId: started.id,
    fileSha256: sha256Hex(Buffer.from(text)),
  });
  await expect(bridge.diagnostics.save({ id: 'another' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('goes where a person chose, where the host asks', async () => {
  const path = join(directory.path, 'chosen.json');
  const running = await directory.start({ chooseExportFile: async () => path });
  const { id, text } = await running.bridge.diagnostics.get();
  await running.bridge.diagnostics.save({ id });
  await vi.waitUntil(() => existsSync(path));
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('works while it is locked, and says what is missing', async () => {
  const first = await directory.start({
    keychain: noKeychain,
    passphrase: 'correct horse battery',
  });
  await createCustomer(first);
  await first.bridge.vault.lock();
  const { id, bundle } = await collected(first);
  expect(bundle.vault).toMatchObject({ state: 'locked', storedIn: 'passphrase' });
  expect(bundle.profiles?.[0]).toMatchObject({ mode: null, data: null, dataMissing: 'locked' });
  expect(bundle.missing).toContainEqual({ part: 'lock', why: 'locked' });
  const { status } = await first.bridge.diagnostics.save({ id });
  expect(status).toBe('running');
  await expect(first.bridge.customers.list({})).rejects.toMatchObject({ code: 'LOCKED' });
});

it('works before a place for secrets was chosen', async () => {
  const { bundle } = await collected(await directory.start({ keychain: noKeychain }));
  expect(bundle.vault).toMatchObject({ state: 'choose', storedIn: null });
  expect(bundle.profiles).toHaveLength(1);
});

it('names why a profile can’t be read: another key, a newer version', async () => {
  const keychain = createMemoryStore();
  const first = await directory.start({ keychain });
  await createCustomer(first);
  await first.console.dispose();
  const file = join(directory.path, 'profiles', 'built-in', 'records.db');
  const key = Buffer.from((await keychain.get('data-key:built-in')) ?? '', 'hex');
  const sqlite = openSqlite({ file, key });
  sqlite.run("INSERT INTO migrations (id) VALUES ('2099-01-01-records')");
  sqlite.close();
  const newer = await directory.start({ keychain });
  const { bundle } = await collected(newer);
  expect(bundle.profiles?.[0]).toMatchObject({
    isSelected: true,
    isOpen: false,
    dataMissing: 'newer-version',
    data: { schema: { unknown: 1 }, records: { customer: 1 } },
  });
  expect(bundle.errors?.last).toContainEqual(
    expect.objectContaining({ level: 'error', class: 'DatabaseTooNew' }),
  );
  await newer.console.dispose();

  writeFileSync(file, Buffer.alloc(8192, 7));
  const { bundle: damaged } = await collected(await directory.start({ keychain }));
  expect(damaged.profiles?.[0]).toMatchObject({ data: null, dataMissing: 'unreadable' });
});

/** The value with one of its inner values changed, once for each that `change` changes. */
function variants(value: unknown, change: (inner: unknown) => unknown): unknown[] {
  const changed = change(value);
  const here = changed === value ? [] : [changed];
  if (Array.isArray(value)) {
    const inside = value.flatMap((one, at) =>
      variants(one, change).map((inner) => value.with(at, inner)),
    );
    return [...here, ...inside];
  }
  if (typeof value !== 'object' || value === null) return here;
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    variants(inner, change).map((one) => ({ ...value, [key]: one })),
  );
  return [...here, ...inside];
}

it('refuses a key that it does not know, at any depth, and any text in place of a word', async () => {
  const { bundle } = await collected(await directory.start());
  const withKey = variants(bundle, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, note: 1 }
      : value,
  );
  const withText = variants(bundle, (value) => (typeof value === 'string' ? 'Ada Byron' : value));
  expect([withKey.length > 20, withText.length > 20]).toEqual([true, true]);
  const taken = [...withKey, ...withText].filter((one) => diagnosticsBundle.safeParse(one).success);
  expect(taken).toEqual([]);
});

it('a part that fails leaves the others, and is named as missing', async () => {
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw new Error(canary);
  });
  const running = await directory.start();
  const { bundle } = await collected(running);
  const parts = Object.entries(bundle).filter(([, value]) => value === null);
  expect(parts.map(([name]) => name)).toEqual(bundle.missing.map(({ part }) => part));
  expect(bundle.missing).toContainEqual({ part: 'system', why: 'failed' });
  const { disk } = bundle;
  expect(disk?.freeBytes).toBeLessThanOrEqual(disk?.totalBytes ?? 0);
});
