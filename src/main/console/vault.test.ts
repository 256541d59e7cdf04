import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import { DataDirectoryInUse } from '../core/profiles/data-directory.ts';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import { makeScryptCheap } from '../core/vault/testing/cheap-scrypt.ts';
import {
  addProfile,
  createCustomer,
  createTestDirectory,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

const passphrase = 'seven quiet herons';

let directory: TestDirectory;
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

async function type(
  running: TestConsole,
  purpose: SecretEntryPurpose,
  fields: Record<string, string>,
): Promise<string> {
  const { path } = await running.bridge.vault.openSecretEntry(purpose);
  return await submitDocument(running, path, fields);
}

/** Every byte under the data directory, to look for what must not be there. */
const bytesUnder = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('without a keychain', () => {
  it('starts, says why, and answers LOCKED until a person has chosen', async () => {
    const started = await directory.start({ keychain: noKeychain });
    expect(await started.bridge.vault.status()).toMatchObject({
      state: 'choose',
      reason: expect.stringContaining('no keychain'),
    });
    expect(await started.bridge.connection.get()).toMatchObject({
      service: { state: 'not-tried' },
      writesBlocked: expect.stringContaining('locked'),
      vault: { state: 'choose' },
    });
    const refusals = await Promise.all([
      safe(started.bridge.customers.list({})),
      safe(started.bridge.customers.get({ id: 'customer_a' })),
      safe(started.bridge.virtualAccounts.list({})),
      safe(started.bridge.intents.list({})),
      safe(started.bridge.audit.list({})),
      safe(createCustomer(started)),
    ]);
    for (const { error } of refusals)
      expect(error).toMatchObject({ code: 'LOCKED', defined: true });
  });

  it('opens everything once a passphrase is chosen, without a restart', async () => {
    const started = await directory.start({ keychain: noKeychain });
    const html = await type(
      started,
      { purpose: 'new-passphrase' },
      { passphrase, again: passphrase },
    );
    expect(html).toContain('Passphrase set');
    expect(html).not.toContain(passphrase);
    await createCustomer(started);
    expect(await started.bridge.connection.get()).toMatchObject({
      vault: { state: 'unlocked', backing: 'passphrase' },
      writesBlocked: null,
    });
  });

  it('locks, refuses a wrong passphrase, and opens again with the right one', async () => {
    const started = await directory.start({ keychain: noKeychain, passphrase });
    await createCustomer(started);
    expect(await started.bridge.vault.lock()).toEqual({ state: 'locked', backing: 'passphrase' });
    expect(started.console.sandbox()).toBeNull();
    const locked = await safe(started.bridge.customers.list({}));
    expect(locked.error).toMatchObject({ code: 'LOCKED' });

    const wrong = await type(started, { purpose: 'passphrase' }, { passphrase: 'not the one' });
    expect(wrong).toContain('role="alert"');
    expect(wrong).not.toContain('not the one');
    await type(started, { purpose: 'passphrase' }, { passphrase });
    expect((await started.bridge.customers.list({})).total).toBe(1);
    const { rows } = await started.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['vault.passphrase-chosen', 'vault.locked', 'vault.unlocked']),
    );
  });

  it('checks no passphrase once it is unlocked, and records nothing', async () => {
    const started = await directory.start({ keychain: noKeychain, passphrase });
    const { bridge } = started;
    await bridge.vault.lock();
    const first = await bridge.vault.openSecretEntry({ purpose: 'passphrase' });
    const second = await bridge.vault.openSecretEntry({ purpose: 'passphrase' });
    expect(await submitDocument(started, first.path, { passphrase })).toContain('is unlocked.');
    const html = await submitDocument(started, second.path, { passphrase: 'not the one' });
    expect(html).toContain('Causeway is unlocked already. Nothing was checked.');
    const { rows } = await bridge.audit.list({});
    expect(rows.filter(({ action }) => action === 'vault.unlocked')).toHaveLength(1);
  });

  it('starts locked the next time, and opens by the passphrase it is started with', async () => {
    const first = await directory.start({ keychain: noKeychain, passphrase });
    const { id } = await createCustomer(first);
    await first.console.dispose();

    const second = await directory.start({ keychain: noKeychain });
    expect(await second.bridge.vault.status()).toEqual({ state: 'locked', backing: 'passphrase' });
    await second.console.dispose();

    const third = await directory.start({ keychain: noKeychain, passphrase });
    expect((await third.bridge.customers.get({ id })).email).toBe('ada@example.com');
    await third.console.dispose();

    await expect(
      directory.start({ keychain: noKeychain, passphrase: 'another one' }),
    ).rejects.toMatchObject({ name: 'VaultError', code: 'wrong-passphrase' });
    // The directory is free again after a start that failed.
    const fourth = await directory.start({ keychain: noKeychain, passphrase });
    expect(await fourth.bridge.vault.status()).toMatchObject({ state: 'unlocked' });
  });

  it('goes on for this session only, forgets it all, and leaves a later choice open', async () => {
    const first = await directory.start({ keychain: noKeychain });
    expect(await first.bridge.vault.useSession()).toEqual({
      state: 'unlocked',
      backing: 'session',
    });
    await createCustomer(first);
    await first.console.dispose();
    expect(existsSync(join(directory.path, 'profiles', 'built-in', 'session'))).toBe(false);

    const second = await directory.start({ keychain: noKeychain, passphrase });
    expect((await second.bridge.customers.list({})).known).toBe(0);
    await createCustomer(second);
  });

  it('leaves what is kept alone when it is started for a session', async () => {
    const first = await directory.start({ keychain: noKeychain, passphrase });
    await createCustomer(first);
    await first.console.dispose();

    const second = await directory.start({ ephemeral: true });
    expect(await second.bridge.vault.status()).toEqual({ state: 'unlocked', backing: 'session' });
    expect((await second.bridge.customers.list({})).known).toBe(0);
    await createCustomer(second);
    await second.console.dispose();

    const third = await directory.start({ keychain: noKeychain, passphrase });
    expect((await third.bridge.customers.list({})).known).toBe(1);
  });

  it('writes nothing readable to the disk', async () => {
    const started = await directory.start({ keychain: noKeychain, passphrase });
    await createCustomer(started);
    await started.console.dispose();
    const bytes = bytesUnder(directory.path);
    expect(bytes).toContain('built-in');
    expect(bytes).not.toContain('ada@example.com');
    expect(bytes).not.toContain(passphrase);
    expect(directory.logged.join('')).not.toContain(passphrase);
  });
});

describe('a document for a secret', () => {
  it('is refused where it leads nowhere', async () => {
    const started = await directory.start();
    const { bridge } = started;
    for (const purpose of ['passphrase', 'new-passphrase'] as const) {
      const { error } = await safe(bridge.vault.openSecretEntry({ purpose }));
      expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'not-now' } });
    }
  });

  it('for a token needs a profile, and a vault to keep it in', async () => {
    const running = await directory.start({ keychain: noKeychain });
    const { bridge } = running;
    const { id } = await addProfile(running, {
      name: 'Hosted',
      environment: 'sandbox',
      baseUrl: 'https://sandbox.example.com',
    });
    const locked = await safe(bridge.vault.openSecretEntry({ purpose: 'token', profileId: id }));
    expect(locked.error).toMatchObject({ code: 'LOCKED' });
    const absent = await safe(bridge.vault.openSecretEntry({ purpose: 'token', profileId: 'x' }));
    expect(absent.error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is opened by the host where it has windows, and the page learns no ticket', async () => {
    const opened: string[] = [];
    const started = await directory.start({
      keychain: noKeychain,
      openSecretWindow: async (ticket) => {
        opened.push(ticket);
      },
    });
    const { path } = await started.bridge.vault.openSecretEntry({ purpose: 'new-passphrase' });
    expect(path).toBe('window:1');
    expect(opened).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const html = started.console.secrets.page(opened[0] ?? '', 'n0nce');
    expect(html).toContain('<style nonce="n0nce">');
  });
});

describe('a data directory', () => {
  it('belongs to one console at a time', async () => {
    const first = await directory.start();
    await expect(directory.start()).rejects.toBeInstanceOf(DataDirectoryInUse);
    await first.console.dispose();
    await directory.start();
  });
});

describe('a passphrase that is given at the start', () => {
  it('leaves a keychain alone that would have answered', async () => {
    const started = await directory.start({ passphrase });
    expect(await started.bridge.vault.status()).toEqual({
      state: 'unlocked',
      backing: 'passphrase',
    });
    await createCustomer(started);
    await started.console.dispose();
    const again = await directory.start({ passphrase });
    expect(await again.bridge.customers.list({})).toMatchObject({ total: 1 });
  });

  it('makes no new keys over data whose keys are in the keychain', async () => {
    const started = await directory.start();
    await createCustomer(started);
    await started.console.dispose();
    await expect(directory.start({ passphrase })).rejects.toThrow(
      'The keys of this data folder are in the keychain: start without --passphrase-file, or choose another --data-dir.',
    );
    const again = await directory.start();
    expect(await again.bridge.customers.list({})).toMatchObject({ total: 1 });
  });
});

describe('a database whose key is gone from the vault', () => {
  const keyName = 'data-key:built-in';

  it('gets no new key: everything else opens, and the profile says why it does not', async () => {
    const keychain = createMemoryStore();
    const first = await directory.start({ keychain });
    const { id } = await createCustomer(first);
    await first.console.dispose();
    const key = (await keychain.get(keyName)) ?? '';
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    await keychain.delete(keyName);

    const second = await directory.start({ keychain });
    const why = 'The key of this profile’s database is not in the vault';
    const { error } = await safe(second.bridge.customers.list({}));
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'not-open' } });
    expect(error).toMatchObject({ data: { sentence: expect.stringContaining(why) } });
    expect(await safe(createCustomer(second))).toMatchObject({ error: { code: 'INVALID' } });
    expect(await second.bridge.connection.get()).toMatchObject({
      writesBlocked: expect.stringContaining(why),
      vault: { state: 'unlocked' },
    });
    await second.console.dispose();
    expect(await keychain.get(keyName)).toBeNull();

    // Nothing was written over: with its key back, what is stored opens.
    await keychain.set(keyName, key);
    const third = await directory.start({ keychain });
    expect((await third.bridge.customers.get({ id })).email).toBe('ada@example.com');
  });
});
