import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeychain } from '../../src/main/core/vault/keychain.ts';
import { createVault } from '../../src/main/core/vault/vault.ts';
import { randomHex, systemRandom } from '../../src/platform/random.ts';

/** The system's own keychain: on Linux an unlocked gnome-keyring of this run (with-keyring.ts). */
let dataDir = '';
let installationId = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'causeway-keychain-'));
  installationId = randomHex(systemRandom, 16);
});
afterEach(async () => {
  const keychain = await openKeychain(installationId);
  for (const name of ['a', 'data-key:built-in', 'token:built-in']) await keychain.delete(name);
  rmSync(dataDir, { recursive: true, force: true });
});

const openVault = async (hasDatabase = false) => {
  const vault = createVault({
    dataDir,
    installationId,
    random: systemRandom,
    log: pino({ level: 'silent' }),
    keychain: openKeychain,
    hasDatabase: () => hasDatabase,
    keychainPatienceMs: 20_000,
  });
  await vault.open();
  return vault;
};

describe('the keychain of this computer', () => {
  it('keeps, replaces and forgets an entry', async () => {
    const keychain = await openKeychain(installationId);
    expect(await keychain.get('a')).toBeNull();
    await keychain.set('a', 'one');
    await keychain.set('a', 'zwei – 二');
    expect(await keychain.get('a')).toBe('zwei – 二');
    await keychain.delete('a');
    await keychain.delete('a');
    expect(await keychain.get('a')).toBeNull();
  });

  it('never shares an entry between two installations', async () => {
    const keychain = await openKeychain(installationId);
    await keychain.set('a', 'one');
    const other = await openKeychain(randomHex(systemRandom, 16));
    expect(await other.get('a')).toBeNull();
  });
});

describe('a vault over the keychain of this computer', () => {
  it('opens unlocked, and finds key and token again at the next start', async () => {
    const first = await openVault();
    expect(first.status()).toEqual({ state: 'unlocked', backing: 'keychain' });
    const key = await first.dataKey('built-in');
    await first.writeToken('built-in', 'short.token.here');
    const second = await openVault(true);
    expect(Buffer.from(await second.dataKey('built-in')).equals(key)).toBe(true);
    expect(await second.readToken('built-in')).toBe('short.token.here');
  });

  it('keeps a token that no Windows entry could hold, sealed on the disk', async () => {
    const long = `${'h'.repeat(100)}.${'p'.repeat(4_000)}.${'s'.repeat(80)}`;
    const first = await openVault();
    await first.writeToken('built-in', long);
    const keychain = await openKeychain(installationId);
    const entry = (await keychain.get('token:built-in')) ?? '';
    expect(entry.length * 2).toBeLessThanOrEqual(2_560);
    const folder = join(dataDir, 'long-secrets');
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'latin1')).not.toContain('pppp');
    }
    expect(await (await openVault()).readToken('built-in')).toBe(long);
  });
});
