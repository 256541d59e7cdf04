import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { createMemoryStore, type ListedStore } from './secret-store.ts';
import { makeScryptCheap } from './testing/cheap-scrypt.ts';
import { createVault, type VaultOptions } from './vault.ts';

let dataDir = '';
let keychain: ListedStore;
beforeEach(() => {
  makeScryptCheap();
  dataDir = testFolder();
  keychain = createMemoryStore();
});

const passphrase = 'seven quiet herons';
const recoveryKey = systemRandom.bytes(32);
const longToken = 'x'.repeat(1_500);

async function openVault(more: Partial<VaultOptions> = {}) {
  const vault = createVault({
    dataDir,
    installationId: 'ab'.repeat(16),
    random: systemRandom,
    keychain,
    log: pino({ level: 'silent' }),
    hasDatabase: () => true,
    ...more,
  });
  await vault.open();
  return vault;
}

/** In the keychain: a key, a token too long for an entry of Windows, and a recovery key. */
async function filled() {
  const vault = await openVault({ hasDatabase: () => false });
  const key = await vault.dataKey('one');
  await vault.writeToken('one', longToken);
  await vault.makeRecoveryKey(recoveryKey, '2026-11-24T09:00:00.000Z');
  return { vault, key };
}

const marks = () => readdirSync(dataDir).toSorted();
const underPassphrase = { state: 'unlocked', backing: 'passphrase' };
const inKeychain = { state: 'unlocked', backing: 'keychain' };

describe('from the keychain to a passphrase', () => {
  it('takes everything along, goes on without a lock, and the keychain forgets it', async () => {
    const { vault, key } = await filled();
    const states: unknown[] = [];
    vault.onChange((status) => states.push(status));
    expect(await vault.moveToPassphrase(passphrase)).toBe(true);
    expect(states).toEqual([underPassphrase]);
    expect(await keychain.names()).toEqual([]);
    expect(marks()).toEqual(['long-secrets', 'recovery.sealed', 'vault.sealed']);
    expect(readdirSync(join(dataDir, 'long-secrets'))).toEqual([]);
    // What is set from now on goes there too, and into the recovery copy.
    await vault.named.set('later', '1');

    const next = await openVault();
    expect(next.status()).toEqual({ state: 'locked', backing: 'passphrase' });
    await next.unlock(passphrase);
    expect(await next.dataKey('one')).toEqual(key);
    expect(await next.readToken('one')).toBe(longToken);
    expect(await next.named.get('later')).toBe('1');
    await (await openVault()).recover(recoveryKey, 'another passphrase');
  });

  it('asks for the passphrase after a lock', async () => {
    const { vault, key } = await filled();
    await vault.moveToPassphrase(passphrase);
    expect(await vault.lock()).toEqual({ state: 'locked', backing: 'passphrase' });
    await expect(vault.goOn()).rejects.toMatchObject({ code: 'not-now' });
    await vault.unlock(passphrase);
    expect(await vault.dataKey('one')).toEqual(key);
  });

  it('is made though the keychain does not let go, which is done after the next unlock', async () => {
    const { vault } = await filled();
    const { delete: forget } = keychain;
    keychain.delete = () => Promise.reject(new Error('not now'));
    expect(await vault.moveToPassphrase(passphrase)).toBe(false);
    keychain.delete = forget;
    expect(await keychain.names()).not.toEqual([]);
    const next = await openVault();
    await next.unlock(passphrase);
    await expect.poll(() => marks()).not.toContain('keychain-in-use');
    expect(await keychain.names()).toEqual([]);
    expect(await next.readToken('one')).toBe(longToken);
  });

  it('lets go of the key of a profile that was erased meanwhile too', async () => {
    const { vault } = await filled();
    const { delete: forget } = keychain;
    keychain.delete = () => Promise.reject(new Error('not now'));
    expect(await vault.moveToPassphrase(passphrase)).toBe(false);
    await vault.forget('one');
    keychain.delete = forget;
    expect(await keychain.names()).toContain('data-key:one');
    const next = await openVault();
    await next.unlock(passphrase);
    await expect.poll(() => marks()).not.toContain('keychain-in-use');
    expect(await keychain.names()).toEqual([]);
    expect(await next.named.get('erased-keys')).toBeNull();
  });

  it.each<[string, (kept: ListedStore) => Partial<ListedStore>]>([
    ['lists what it does not give', (kept) => ({ get: withoutKey(kept) })],
    [
      'leaves out what it does not give',
      (kept) => ({ names: async () => (await kept.names()).filter((name) => !isDataKey(name)) }),
    ],
  ])('moves nothing where the keychain %s', async (_what, made) => {
    const kept = keychain;
    let now = kept;
    keychain = {
      ...kept,
      get: async (name) => await now.get(name),
      names: async () => await now.names(),
    };
    const { vault, key } = await filled();
    now = { ...kept, ...made(kept) };
    await expect(vault.moveToPassphrase(passphrase)).rejects.toMatchObject({ code: 'keychain' });
    now = kept;
    expect(vault.status()).toEqual(inKeychain);
    expect(marks()).not.toContain('vault.sealed');
    expect(await vault.dataKey('one')).toEqual(key);
  });

  it('is ended by a lock, which waits for no keychain', async () => {
    const { vault, key } = await filled();
    const gate = Promise.withResolvers<void>();
    const { names } = keychain;
    keychain.names = async () => {
      await gate.promise;
      return await names();
    };
    const moving = vault.moveToPassphrase(passphrase);
    expect((await vault.lock()).state).toBe('locked');
    gate.resolve();
    await expect(moving).rejects.toMatchObject({ code: 'not-now' });
    expect(marks()).not.toContain('vault.sealed');
    await vault.goOn();
    expect(await vault.dataKey('one')).toEqual(key);
  });

  it('leaves no secret in the keychain that changed before it let go', async () => {
    const { vault } = await filled();
    const { delete: forget } = keychain;
    keychain.delete = () => Promise.reject(new Error('not now'));
    expect(await vault.moveToPassphrase(passphrase)).toBe(false);
    await vault.writeToken('one', 'another token');
    keychain.delete = forget;
    const next = await openVault();
    await next.unlock(passphrase);
    await expect.poll(() => marks()).not.toContain('keychain-in-use');
    expect(await keychain.names()).toEqual([]);
    expect(await next.readToken('one')).toBe('another token');
  });

  it.each([
    ['after the next unlock', true],
    ['with the next move back', false],
  ])('lets go of keys that were changed meanwhile, %s', async (_when, letsGo) => {
    const { vault, key } = await filled();
    await vault.named.set('inbox-key', '11'.repeat(32));
    const { delete: forget } = keychain;
    keychain.delete = () => Promise.reject(new Error('not now'));
    expect(await vault.moveToPassphrase(passphrase)).toBe(false);
    const changed = { key: systemRandom.bytes(32), sealKey: key };
    const open = { hasDatabase: () => false };
    const next = await openVault(open);
    await next.unlock(passphrase);
    await next.adoptDataKey('one', changed);
    await next.named.set('inbox-key', '22'.repeat(32));
    keychain.delete = forget;
    if (letsGo) {
      const last = await openVault(open);
      await last.unlock(passphrase);
      await expect.poll(() => marks()).not.toContain('keychain-in-use');
      expect(await keychain.names()).toEqual([]);
    } else {
      await next.moveToKeychain(passphrase);
      expect(next.status()).toEqual(inKeychain);
      expect(await keychain.get('named:inbox-key')).toBe('22'.repeat(32));
    }
    expect(Buffer.from(await next.dataKey('one'))).toEqual(changed.key);
  });

  it('leaves all as it is for one that is too short, or where there is one already', async () => {
    const { vault } = await filled();
    await expect(vault.moveToPassphrase('short')).rejects.toMatchObject({ code: 'too-short' });
    expect(vault.status()).toEqual(inKeychain);
    await vault.moveToPassphrase(passphrase);
    await expect(vault.moveToPassphrase(passphrase)).rejects.toMatchObject({ code: 'not-now' });
  });
});

it('the recovery copy keeps a key that the keychain leaves out', async () => {
  const kept = keychain;
  const { key } = await filled();
  keychain = {
    ...kept,
    names: async () => (await kept.names()).filter((name) => !isDataKey(name)),
  };
  const next = await openVault();
  await next.named.set('later', '1');
  await next.lock();
  for (const name of await kept.names()) await kept.delete(name);
  const recovered = await openVault({ keychain: null });
  await recovered.recover(recoveryKey, passphrase);
  expect(await recovered.dataKey('one')).toEqual(key);
  expect(await recovered.named.get('later')).toBe('1');
});

describe('from a passphrase to the keychain', () => {
  it('takes everything along, and no file is left that the passphrase opens', async () => {
    const { vault, key } = await filled();
    await vault.moveToPassphrase(passphrase);
    await expect(vault.moveToKeychain('another')).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    expect(await keychain.names()).toEqual([]);
    await vault.moveToKeychain(passphrase);
    expect(vault.status()).toEqual(inKeychain);
    expect(existsSync(join(dataDir, 'vault.sealed'))).toBe(false);
    await vault.named.set('later', '1');

    const next = await openVault();
    expect(next.status()).toEqual(inKeychain);
    expect(await next.dataKey('one')).toEqual(key);
    expect(await next.readToken('one')).toBe(longToken);
    expect(await next.named.get('later')).toBe('1');
    await vault.moveToPassphrase('another passphrase');
    expect(vault.status()).toEqual(underPassphrase);
  });

  it.each<[string, (kept: ListedStore) => ListedStore]>([
    ['refuses', (kept) => ({ ...kept, set: () => Promise.reject(new Error('locked')) })],
    [
      'fails half-way',
      (kept) => ({
        ...kept,
        set: (name, value) =>
          name.startsWith('token') ? Promise.reject(new Error('full')) : kept.set(name, value),
      }),
    ],
    [
      'has another key of the same name',
      (kept) => ({ ...kept, get: async (name) => (await kept.get(name)) ?? other(name) }),
    ],
  ])('changes nothing where the keychain %s', async (_what, made) => {
    const { vault, key } = await filled();
    await vault.moveToPassphrase(passphrase);
    const kept = keychain;
    keychain = made(kept);
    const next = await openVault();
    await next.unlock(passphrase);
    await expect(next.moveToKeychain(passphrase)).rejects.toMatchObject({ code: 'keychain' });
    expect(next.status()).toEqual(underPassphrase);
    expect(await next.dataKey('one')).toEqual(key);
    expect(await kept.names()).toEqual([]);
    keychain = kept;
    await (await openVault()).unlock(passphrase);
  });

  it('is ended by a lock', async () => {
    const { vault } = await filled();
    await vault.moveToPassphrase(passphrase);
    const gate = Promise.withResolvers<void>();
    const kept = keychain;
    const slow: ListedStore = {
      ...kept,
      set: async (name, value) => {
        if (!name.startsWith('probe')) await gate.promise;
        await kept.set(name, value);
      },
    };
    keychain = slow;
    const next = await openVault();
    await next.unlock(passphrase);
    const moving = next.moveToKeychain(passphrase);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await next.lock();
    gate.resolve();
    await expect(moving).rejects.toMatchObject({ code: 'not-now' });
    await next.unlock(passphrase);
    expect(await next.readToken('one')).toBe(longToken);
    // What was put there is taken back.
    await expect.poll(() => marks()).not.toContain('keychain-in-use');
    expect(await kept.names()).toEqual([]);
  });

  it('says why it can’t be, without a keychain', async () => {
    const vault = await openVault({ keychain: null });
    await vault.createPassphrase(passphrase);
    expect(await vault.keychainProblem()).toContain('another place for secrets');
    await expect(vault.moveToKeychain(passphrase)).rejects.toMatchObject({ code: 'keychain' });
    expect(vault.status()).toEqual(underPassphrase);
  });
});

const isDataKey = (name: string) => name.startsWith('data-key:');
const withoutKey = (kept: ListedStore) => async (name: string) =>
  isDataKey(name) ? null : await kept.get(name);
const other = (name: string) => (name.startsWith('data-key:') ? 'ff'.repeat(32) : null);
