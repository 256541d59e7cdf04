import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { recoveryKeyOf, recoveryWordsOf } from './recovery-words.ts';
import { createMemoryStore } from './secret-store.ts';
import { makeScryptCheap } from './testing/cheap-scrypt.ts';
import { createVault, type VaultOptions } from './vault.ts';

let dataDir = '';
beforeEach(() => {
  makeScryptCheap();
  dataDir = testFolder();
});

const absent = () => Promise.reject(new Error('no D-Bus here'));
const at = '2026-11-24T09:00:00.000Z';
const first = systemRandom.bytes(32);
const second = systemRandom.bytes(32);
const copyPath = () => join(dataDir, 'recovery.sealed');

async function openVault(more: Partial<VaultOptions> = {}) {
  const vault = createVault({
    dataDir,
    installationId: 'ab'.repeat(16),
    random: systemRandom,
    log: pino({ level: 'silent' }),
    keychain: absent,
    hasDatabase: () => true,
    ...more,
  });
  await vault.open();
  return vault;
}

/** A vault with a key, a token and a secret of the installation, and a recovery key. */
async function vaultWithKey(keychain: VaultOptions['keychain'] = createMemoryStore()) {
  const vault = await openVault({ keychain, hasDatabase: () => false });
  if (vault.status().state === 'choose') await vault.createPassphrase('the old passphrase');
  const key = await vault.dataKey('one');
  await vault.makeRecoveryKey(first, at);
  // After the recovery key, so it is copied without it.
  await vault.writeToken('one', 'a token');
  await vault.named.set('inbox-key', 'abcd');
  return { vault, key };
}

describe('a recovery key', () => {
  it('opens the vault under a new passphrase when the keychain is gone', async () => {
    const { key } = await vaultWithKey();
    const vault = await openVault();
    expect(vault.status()).toMatchObject({ state: 'choose' });
    expect(vault.recoveryMadeAt()).toBe(at);
    await vault.recover(first, 'the new passphrase');
    expect(vault.status()).toEqual({ state: 'unlocked', backing: 'passphrase' });
    expect(await vault.dataKey('one')).toEqual(key);
    expect(await vault.readToken('one')).toBe('a token');
    expect(await vault.named.get('inbox-key')).toBe('abcd');

    const next = await openVault();
    expect(next.status()).toEqual({ state: 'locked', backing: 'passphrase' });
    await next.unlock('the new passphrase');
    expect(await next.dataKey('one')).toEqual(key);
  });

  it('opens it when the passphrase is forgotten, and keeps the file of before', async () => {
    const { key } = await vaultWithKey(absent);
    const before = readFileSync(join(dataDir, 'vault.sealed'));
    const vault = await openVault();
    await vault.recover(first, 'the new passphrase');
    expect(await vault.dataKey('one')).toEqual(key);
    const aside = readdirSync(dataDir).find((name) => name.includes('before-recovery'));
    expect(readFileSync(join(dataDir, aside ?? ''))).toEqual(before);
    const next = await openVault();
    await expect(next.unlock('the old passphrase')).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
  });

  it('brings back what an emptied keychain lacks, and leaves what it has', async () => {
    const { key } = await vaultWithKey();
    const emptied = createMemoryStore();
    await emptied.set('token:one', 'a newer token');
    const vault = await openVault({ keychain: emptied });
    await expect(vault.dataKey('one')).rejects.toMatchObject({ code: 'key-lost' });
    await vault.recover(first, null);
    expect(await vault.dataKey('one')).toEqual(key);
    expect(await vault.readToken('one')).toBe('a newer token');
    // It goes on copying as before.
    await vault.named.set('later', 'x');
    const other = await openVault();
    await other.recover(first, 'the new passphrase');
    expect(await other.named.get('later')).toBe('x');
    expect(await other.readToken('one')).toBe('a newer token');
  });

  it('sets no passphrase, and says so, where the vault was unlocked meanwhile', async () => {
    await vaultWithKey(absent);
    const vault = await openVault();
    await vault.unlock('the old passphrase');
    await expect(vault.recover(first, 'the new passphrase')).rejects.toMatchObject({
      code: 'not-now',
      message: expect.stringContaining('no new passphrase was set'),
    });
    await (await openVault()).unlock('the old passphrase');
  });

  it('that was changed opens nothing any more', async () => {
    const { vault, key } = await vaultWithKey();
    await vault.makeRecoveryKey(second, at);
    const other = await openVault();
    await expect(other.recover(first, 'the new passphrase')).rejects.toMatchObject({
      code: 'wrong-recovery-key',
    });
    expect(other.status().state).toBe('choose');
    await other.recover(second, 'the new passphrase');
    expect(await other.dataKey('one')).toEqual(key);
  });

  it('forgets what the vault forgets', async () => {
    const { vault } = await vaultWithKey();
    await vault.deleteToken('one');
    const other = await openVault();
    await other.recover(first, 'the new passphrase');
    expect(await other.readToken('one')).toBeNull();
  });

  it('has its file made again where that was damaged, deleted or swapped', async () => {
    const keychain = createMemoryStore();
    const { key } = await vaultWithKey(keychain);
    const old = readFileSync(copyPath());
    const ways = [
      () => writeFileSync(copyPath(), '{'),
      () => rmSync(copyPath()),
      () => writeFileSync(copyPath(), String(old).replace(/"salt":"..../, '"salt":"AAAA')),
    ];
    for (const damage of ways) {
      damage();
      const again = await openVault({ keychain });
      await again.writeToken('one', 'a token');
      const other = await openVault();
      other.checkRecoveryKey(first);
      await other.recover(first, 'the new passphrase');
      expect(await other.dataKey('one')).toEqual(key);
      rmSync(join(dataDir, 'vault.sealed'));
    }
  });

  it('is not made for a session, and needs a proper new passphrase', async () => {
    const session = await openVault();
    await session.useSession();
    await expect(session.makeRecoveryKey(first, at)).rejects.toMatchObject({ code: 'not-now' });
    expect(session.recoveryMadeAt()).toBeNull();
    await vaultWithKey(createMemoryStore());
    const vault = await openVault();
    await expect(vault.recover(first, 'short')).rejects.toMatchObject({ code: 'too-short' });
    expect(vault.status().state).toBe('choose');
  });

  it('never replaces the only copy of keys that the vault does not have', async () => {
    const { key } = await vaultWithKey();
    const emptied = await openVault({ keychain: createMemoryStore(), hasDatabase: () => false });
    await emptied.makeRecoveryKey(second, at);
    const aside = readdirSync(dataDir).find((name) => name.startsWith('recovery.sealed.before-'));
    writeFileSync(copyPath(), readFileSync(join(dataDir, aside ?? '')));
    const other = await openVault();
    await other.recover(first, 'the new passphrase');
    expect(await other.dataKey('one')).toEqual(key);
  });

  /** A keychain that answers no write of some entries until it is let. */
  const slowKeychain = (slow: (name: string) => boolean) => {
    const kept = createMemoryStore();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const set = async (name: string, value: string) => {
      if (slow(name)) {
        begun.resolve();
        await gate.promise;
      }
      await kept.set(name, value);
    };
    return { kept, keychain: { ...kept, set }, begun: begun.promise, answer: gate.resolve };
  };
  const isLocked = { state: 'locked', backing: 'keychain' };

  it('lets no lock wait for the keychain, and is the one that opens the copy once it is stored', async () => {
    const slow = slowKeychain((name) => name === 'recovery-copy');
    const { keychain, kept, begun, answer } = slow;
    await vaultWithKey(kept);
    const vault = await openVault({ keychain });
    const making = vault.makeRecoveryKey(second, at);
    await begun;
    expect(await vault.lock()).toEqual(isLocked);
    await expect(vault.dataKey('one')).rejects.toMatchObject({ code: 'locked' });
    await vault.goOn();
    const later = vault.named.set('later', 'x');
    answer();
    await Promise.all([making, later]);
    vault.checkRecoveryKey(second);
    const next = await openVault();
    await next.recover(second, 'the new passphrase');
    expect(await next.named.get('later')).toBe('x');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('recovery.sealed'))).toEqual([
      'recovery.sealed',
    ]);
  });

  it('is not made after a lock that came before anything of it was written', async () => {
    const keychain = createMemoryStore();
    const { vault } = await vaultWithKey(keychain);
    const making = vault.makeRecoveryKey(second, at);
    await vault.lock();
    await expect(making).rejects.toMatchObject({ code: 'not-now' });
    vault.checkRecoveryKey(first);
    expect(() => vault.checkRecoveryKey(second)).toThrow('does not open');
  });

  it('that brings back what is missing stops at a lock, and goes on when it is used again', async () => {
    const { key } = await vaultWithKey();
    const { keychain, begun, answer } = slowKeychain((name) => name === 'data-key:one');
    const vault = await openVault({ keychain });
    const recovering = vault.recover(first, null);
    await begun;
    expect(await vault.lock()).toEqual(isLocked);
    answer();
    await expect(recovering).rejects.toMatchObject({ code: 'not-now' });
    expect(vault.status()).toEqual(isLocked);
    await vault.goOn();
    await vault.recover(first, null);
    expect(await vault.dataKey('one')).toEqual(key);
    expect(await vault.readToken('one')).toBe('a token');
  });

  it('that brings back what is missing stops where the secrets move elsewhere meanwhile', async () => {
    await vaultWithKey();
    const { keychain, begun, answer } = slowKeychain((name) => name === 'data-key:one');
    const vault = await openVault({ keychain });
    const recovering = vault.recover(first, null);
    await begun;
    expect(await vault.moveToPassphrase('the new passphrase')).toBe(true);
    answer();
    await expect(recovering).rejects.toMatchObject({ code: 'not-now' });
    await vault.named.set('later', 'x');
    const next = await openVault({ keychain });
    await next.unlock('the new passphrase');
    expect(await next.named.get('later')).toBe('x');
  });

  it('stands nowhere in clear', async () => {
    await vaultWithKey();
    const file = readFileSync(copyPath(), 'latin1');
    expect(file).not.toContain('token');
    expect(file).not.toContain(Buffer.from(first).toString('hex'));
    expect(file).not.toContain(Buffer.from(first).toString('base64'));
  });
});

describe('the words of a recovery key', () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
  const words = recoveryWordsOf(key);
  const typed = (text: string) => new Uint8Array(recoveryKeyOf(text));

  it('are 24, and give the key back however they are typed', () => {
    expect(words).toHaveLength(24);
    const numbered = words.map((word, index) => `${index + 1}. ${word.toUpperCase()}`).join('\n');
    expect(typed(words.join(' '))).toEqual(key);
    expect(typed(` ${numbered} `)).toEqual(key);
  });

  it('name what is wrong with them', () => {
    expect(() => typed(words.with(4, 'causeway').join(' '))).toThrow('Word 5 is not a word');
    expect(() => typed(words.slice(1).join(' '))).toThrow('23 words were entered');
    const [one = '', two = ''] = words;
    expect(one).not.toBe(two);
    expect(() => typed([two, one, ...words.slice(2)].join(' '))).toThrow('A word is wrong');
  });
});
