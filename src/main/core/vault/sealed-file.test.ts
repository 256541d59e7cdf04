import crypto from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { createSealedFile, hasSealedFile, openSealedFile } from './sealed-file.ts';
import { makeScryptCheap } from './testing/cheap-scrypt.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = testFolder();
  path = join(directory, 'vault.sealed');
});

const options = (passphrase = 'open') => ({ path, passphrase, random: systemRandom });
const read = () => JSON.parse(readFileSync(path, 'utf8'));

describe('a sealed file', () => {
  it('is costly to guess: scrypt with N = 2^17, r = 8, p = 1 and a salt of 32 bytes', async () => {
    await createSealedFile(options());
    const { kdf } = read();
    expect(kdf).toMatchObject({ name: 'scrypt', N: 131_072, r: 8, p: 1 });
    expect(Buffer.from(kdf.salt, 'base64')).toHaveLength(32);
  });

  it('is there from the moment it is made, and is never made over another', async () => {
    expect(hasSealedFile(path)).toBe(false);
    await createSealedFile(options());
    expect(hasSealedFile(path)).toBe(true);
    await expect(createSealedFile(options())).rejects.toThrow('already');
  });

  it('seals anew with every write', async () => {
    const file = await createSealedFile(options());
    await file.set('a', '1');
    const first = read().sealed;
    await file.set('a', '1');
    expect(read().sealed).not.toBe(first);
  });

  it('deletes, and names like __proto__ are names like any other', async () => {
    const file = await createSealedFile(options());
    await file.set('a', '1');
    await file.set('constructor', '2');
    await file.delete('a');
    await file.delete('never there');
    const again = await openSealedFile(options());
    expect(await again.get('a')).toBeNull();
    expect(await again.get('constructor')).toBe('2');
    expect(await again.get('toString')).toBeNull();
  });

  it('keeps the old content when the disk refuses the new', async () => {
    const file = await createSealedFile(options());
    await file.set('a', '1');
    rmSync(directory, { recursive: true });
    await expect(file.set('a', '2')).rejects.toMatchObject({ code: 'not-kept' });
    expect(await file.get('a')).toBe('1');
  });

  it('gives nothing out after it was closed', async () => {
    const file = await createSealedFile(options());
    await file.set('a', '1');
    file.close();
    await expect(file.get('a')).rejects.toMatchObject({ code: 'locked' });
    await expect(file.set('a', '2')).rejects.toMatchObject({ code: 'locked' });
  });

  it.each(['made', 'opened'])('leaves no key in memory once it is closed, %s', async (how) => {
    const keys = derivedKeys();
    const made = await createSealedFile(options());
    const file = how === 'made' ? made : await openSealedFile(options());
    const key = keys.at(-1) ?? [];
    expect(key).toHaveLength(32);
    expect(key.every((byte) => byte === 0)).toBe(false);
    file.close();
    expect(key.every((byte) => byte === 0)).toBe(true);
  });

  const changes: [string, (content: ReturnType<typeof read>) => unknown, string][] = [
    ['a flipped bit', (it) => ({ ...it, sealed: flip(it.sealed) }), 'wrong-passphrase'],
    ['a shortened text', (it) => ({ ...it, sealed: 'AAAA' }), 'wrong-passphrase'],
    [
      'another salt',
      (it) => ({ ...it, kdf: { ...it.kdf, salt: flip(it.kdf.salt) } }),
      'wrong-passphrase',
    ],
    ['a cheaper cost', (it) => ({ ...it, kdf: { ...it.kdf, N: 2 } }), 'damaged'],
    ['a ruinous cost', (it) => ({ ...it, kdf: { ...it.kdf, N: 2 ** 30 } }), 'damaged'],
    ['another version', (it) => ({ ...it, version: 2 }), 'damaged'],
    ['something else', () => 'hello', 'damaged'],
  ];

  it.each(changes)('with %s does not open', async (_what, change, code) => {
    makeScryptCheap();
    await createSealedFile(options());
    writeFileSync(path, JSON.stringify(change(read())));
    await expect(openSealedFile(options())).rejects.toMatchObject({ code });
  });
});

/** The very bytes that are given as keys from here to the end of the test. */
function derivedKeys(): readonly Buffer[] {
  const keys: Buffer[] = [];
  const { scrypt } = crypto;
  const spy = vi.spyOn(crypto, 'scrypt');
  spy.mockImplementation((passphrase, salt, length, cost, done) =>
    scrypt(passphrase, salt, length, cost, (error, key) => {
      keys.push(key);
      done(error, key);
    }),
  );
  // Who imports it by name sees the change only then.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return keys;
}

function flip(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
  return bytes.toString('base64');
}
