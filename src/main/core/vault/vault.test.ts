import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { VaultStatus } from '../../../bridge/vault.ts';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { createSealedFile } from './sealed-file.ts';
import { createMemoryStore, type ListedStore } from './secret-store.ts';
import { createVault, type VaultOptions } from './vault.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = testFolder();
});

const absent = () => Promise.reject(new Error('no D-Bus here'));
const passphrase = 'grüne Wiese am Bach';

/** A vault on this test's directory. Without more there is no keychain, and no database. */
const vaultWith = (more: Partial<VaultOptions> = {}) =>
  createVault({
    dataDir,
    installationId: 'ab'.repeat(16),
    random: systemRandom,
    log: pino({ level: 'silent' }),
    keychain: absent,
    hasDatabase: () => false,
    ...more,
  });

const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');

describe('with a keychain', () => {
  it('opens unlocked, and finds everything again at the next start', async () => {
    const keychain = createMemoryStore();
    const first = vaultWith({ keychain });
    expect(await first.open()).toEqual({ state: 'unlocked', backing: 'keychain' });
    expect(first.isDurable()).toBe(true);
    const key = await first.dataKey('built-in');
    await first.writeToken('built-in', 'a.b.c');
    const second = vaultWith({ keychain, hasDatabase: () => true });
    await second.open();
    expect(hex(await second.dataKey('built-in'))).toBe(hex(key));
    expect(await second.readToken('built-in')).toBe('a.b.c');
    await second.deleteToken('built-in');
    expect(await second.readToken('built-in')).toBeNull();
  });

  it('asks the keychain under this installation’s id', async () => {
    const asked: string[] = [];
    const vault = vaultWith({
      keychain: async (id) => {
        asked.push(id);
        return createMemoryStore();
      },
    });
    await vault.open();
    expect(asked).toEqual(['ab'.repeat(16)]);
  });

  it('gives each profile a key of its own, of exactly 32 bytes, made once', async () => {
    const vault = vaultWith({ keychain: createMemoryStore() });
    await vault.open();
    const [one, again, other] = await Promise.all([
      vault.dataKey('one'),
      vault.dataKey('one'),
      vault.dataKey('other'),
    ]);
    expect(one).toHaveLength(32);
    expect(hex(one)).toBe(hex(again));
    expect(hex(one)).not.toBe(hex(other));
    expect(hex(await vault.dataKey('one'))).toBe(hex(one));
  });

  it('never makes a new key over an old database', async () => {
    const keychain = createMemoryStore();
    const vault = vaultWith({ keychain, hasDatabase: (id) => id === 'old' });
    await vault.open();
    await expect(vault.dataKey('old')).rejects.toMatchObject({ code: 'key-lost' });
    expect(await keychain.get('data-key:old')).toBeNull();
    expect(await vault.dataKey('new')).toHaveLength(32);
  });

  it('does not hand out a key that the keychain did not keep', async () => {
    const kept = createMemoryStore();
    const forgetful: ListedStore = {
      ...kept,
      set: (name, value) => (name.startsWith('probe') ? kept.set(name, value) : Promise.resolve()),
    };
    const vault = vaultWith({ keychain: forgetful });
    await vault.open();
    await expect(vault.dataKey('one')).rejects.toMatchObject({ code: 'keychain' });
  });

  it('refuses a damaged key instead of cutting a short one out of it', async () => {
    const keychain = createMemoryStore();
    await keychain.set('data-key:one', 'abcd');
    const vault = vaultWith({ keychain });
    await vault.open();
    await expect(vault.dataKey('one')).rejects.toMatchObject({ code: 'damaged' });
  });

  it('puts a failing keychain into a sentence', async () => {
    const kept = createMemoryStore();
    const vault = vaultWith({
      keychain: {
        ...kept,
        get: (name) =>
          name.startsWith('probe') ? kept.get(name) : Promise.reject(new Error('dbus 17')),
      },
    });
    await vault.open();
    await expect(vault.readToken('one')).rejects.toMatchObject({
      code: 'keychain',
      message: expect.not.stringContaining('dbus'),
    });
  });

  it('leaves no probe behind', async () => {
    const names: string[] = [];
    const kept = createMemoryStore();
    const keychain: ListedStore = {
      ...kept,
      set: (name, value) => {
        names.push(name);
        return kept.set(name, value);
      },
    };
    await vaultWith({ keychain }).open();
    expect(names).toHaveLength(1);
    expect(await kept.get(names[0] ?? '')).toBeNull();
  });

  it('gives nothing out while it is locked, and goes on without a passphrase', async () => {
    const vault = vaultWith({ keychain: createMemoryStore() });
    await vault.open();
    await vault.writeToken('desk', 'a token');
    expect(await vault.lock()).toEqual({ state: 'locked', backing: 'keychain' });
    await expect(vault.readToken('desk')).rejects.toMatchObject({ code: 'locked' });
    await expect(vault.unlock('any')).rejects.toMatchObject({ code: 'not-now' });
    expect(await vault.goOn()).toEqual({ state: 'unlocked', backing: 'keychain' });
    expect(await vault.readToken('desk')).toBe('a token');
  });
});

describe('without a keychain', () => {
  it.each([
    ['that can’t be loaded', absent],
    [
      'that forgets what it is given',
      { get: async () => null, set: async () => undefined, delete: async () => undefined },
    ],
    ['that refuses', { ...createMemoryStore(), set: () => Promise.reject(new Error('locked')) }],
  ] as [string, VaultOptions['keychain']][])('%s, asks and says why', async (_w, keychain) => {
    const vault = vaultWith({ keychain });
    expect(await vault.open()).toEqual({
      state: 'choose',
      reason: expect.stringContaining('offers no keychain'),
    });
    expect(vault.isDurable()).toBe(false);
    expect(vault.isKeychainSilent()).toBe(false);
    await expect(vault.dataKey('one')).rejects.toMatchObject({ code: 'locked' });
    await expect(vault.readToken('one')).rejects.toMatchObject({ code: 'locked' });
  });

  it('does not wait for one that never answers, and takes it when it does', async () => {
    const kept = createMemoryStore();
    const gate = Promise.withResolvers<void>();
    const keychain: ListedStore = {
      ...kept,
      set: async (name, value) => {
        await gate.promise;
        await kept.set(name, value);
      },
    };
    const vault = vaultWith({ keychain, keychainPatienceMs: 20 });
    expect(await vault.open()).toMatchObject({
      state: 'choose',
      reason: expect.stringContaining('is not responding'),
    });
    expect(vault.isKeychainSilent()).toBe(true);
    const answered = new Promise<VaultStatus>((resolve) => vault.onChange(resolve));
    gate.resolve();
    expect(await answered).toEqual({ state: 'unlocked', backing: 'keychain' });
    expect(vault.isKeychainSilent()).toBe(false);
  });

  it('keeps the person’s choice when the keychain answers after it', async () => {
    const gate = Promise.withResolvers<ListedStore>();
    const vault = vaultWith({ keychain: () => gate.promise, keychainPatienceMs: 20 });
    await vault.open();
    await vault.useSession();
    gate.resolve(createMemoryStore());
    await gate.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(vault.status()).toEqual({ state: 'unlocked', backing: 'session' });
  });

  it('a keychain that answers while a passphrase is being set comes too late', async () => {
    const gate = Promise.withResolvers<ListedStore>();
    const vault = vaultWith({ keychain: () => gate.promise, keychainPatienceMs: 20 });
    await vault.open();
    const states: VaultStatus[] = [];
    vault.onChange((status) => states.push(status));
    const chosen = vault.createPassphrase(passphrase);
    gate.resolve(createMemoryStore());
    await chosen;
    // One more turn, in which the keychain would have had its say.
    await vault.goOn();
    expect(states).toEqual([{ state: 'unlocked', backing: 'passphrase' }]);
    expect(vault.isKeychainSilent()).toBe(false);
  });

  it('says so when the keys are in a keychain that is away, and makes none beside them', async () => {
    const before = vaultWith({ keychain: createMemoryStore() });
    await before.open();
    await before.dataKey('built-in');
    const vault = vaultWith();
    expect(await vault.open()).toMatchObject({
      state: 'choose',
      reason: expect.stringContaining('Bring the keychain back'),
    });
    await expect(vault.createPassphrase(passphrase)).rejects.toMatchObject({ code: 'not-now' });
    expect(readdirSync(dataDir)).not.toContain('vault.sealed');
  });

  it('a keychain that was opened but never used binds nobody to it', async () => {
    await vaultWith({ keychain: createMemoryStore() }).open();
    const vault = vaultWith();
    await vault.open();
    expect(await vault.createPassphrase(passphrase)).toMatchObject({ backing: 'passphrase' });
  });
});

describe('with a passphrase', () => {
  it('opens locked at the next start, even where a keychain is, and unlocks', async () => {
    const first = vaultWith();
    await first.open();
    expect(await first.createPassphrase(passphrase)).toEqual({
      state: 'unlocked',
      backing: 'passphrase',
    });
    expect(first.isDurable()).toBe(true);
    const key = await first.dataKey('built-in');
    await first.writeToken('built-in', 'a.b.c');

    const second = vaultWith({ keychain: createMemoryStore() });
    expect(await second.open()).toEqual({ state: 'locked', backing: 'passphrase' });
    await expect(second.dataKey('built-in')).rejects.toMatchObject({ code: 'locked' });
    await expect(second.unlock('another')).rejects.toMatchObject({ code: 'wrong-passphrase' });
    expect(second.status()).toEqual({ state: 'locked', backing: 'passphrase' });
    await second.unlock(passphrase.normalize('NFD'));
    expect(hex(await second.dataKey('built-in'))).toBe(hex(key));
    expect(await second.readToken('built-in')).toBe('a.b.c');
  });

  it('writes nothing secret in the clear, for nobody else to read', async () => {
    const vault = vaultWith();
    await vault.open();
    await vault.createPassphrase(passphrase);
    const key = await vault.dataKey('built-in');
    await vault.writeToken('built-in', 'never.shown.here');
    expect(readdirSync(dataDir)).toEqual(['vault.sealed']);
    const path = join(dataDir, 'vault.sealed');
    const text = readFileSync(path, 'latin1');
    for (const secret of ['never.shown.here', hex(key), passphrase, 'token:', 'data-key']) {
      expect(text).not.toContain(secret);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'x', 'too short', '🦩'.repeat(9)])(
    'begins none with %j, and says why',
    async (few) => {
      const vault = vaultWith();
      await vault.open();
      await expect(vault.createPassphrase(few)).rejects.toMatchObject({
        code: 'too-short',
        message: 'Enter a passphrase of at least 10 characters.',
      });
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  it('opens by a short one that was set before there was a bound', async () => {
    const path = join(dataDir, 'vault.sealed');
    const file = await createSealedFile({ path, passphrase: 'short', random: systemRandom });
    file.close();
    const vault = vaultWith();
    await vault.open();
    expect(await vault.unlock('short')).toEqual({ state: 'unlocked', backing: 'passphrase' });
  });

  it('forgets on lock, and tells of each change', async () => {
    const vault = vaultWith();
    const told: string[] = [];
    const stop = vault.onChange((status) => told.push(status.state));
    await vault.open();
    await vault.createPassphrase(passphrase);
    await vault.writeToken('one', 'a.b.c');
    expect(await vault.lock()).toEqual({ state: 'locked', backing: 'passphrase' });
    await expect(vault.readToken('one')).rejects.toMatchObject({ code: 'locked' });
    await expect(vault.writeToken('one', 'd')).rejects.toMatchObject({ code: 'locked' });
    stop();
    await vault.unlock(passphrase);
    expect(await vault.readToken('one')).toBe('a.b.c');
    expect(told).toEqual(['choose', 'unlocked', 'locked']);
  });

  it('of two unlocks at once one opens it, and the other checks nothing', async () => {
    const vault = vaultWith();
    await vault.open();
    await vault.createPassphrase(passphrase);
    await vault.lock();
    const [first, second] = await Promise.allSettled([vault.unlock(passphrase), vault.unlock('x')]);
    expect(first).toMatchObject({ value: { state: 'unlocked' } });
    expect(second).toMatchObject({ reason: { code: 'not-now' } });
    expect(vault.status()).toMatchObject({ state: 'unlocked' });
  });

  it('is chosen once', async () => {
    const vault = vaultWith();
    await vault.open();
    await expect(vault.unlock(passphrase)).rejects.toMatchObject({ code: 'not-now' });
    await vault.createPassphrase(passphrase);
    await expect(vault.createPassphrase(passphrase)).rejects.toMatchObject({ code: 'not-now' });
    await expect(vault.useSession()).rejects.toMatchObject({ code: 'not-now' });
  });
});

describe('for this session only', () => {
  it('holds everything in memory and nothing on the disk', async () => {
    const vault = vaultWith();
    await vault.open();
    expect(await vault.useSession()).toEqual({ state: 'unlocked', backing: 'session' });
    expect(vault.isDurable()).toBe(false);
    const key = await vault.dataKey('built-in');
    await vault.writeToken('built-in', 'a.b.c');
    expect(hex(await vault.dataKey('built-in'))).toBe(hex(key));
    expect(await vault.readToken('built-in')).toBe('a.b.c');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
