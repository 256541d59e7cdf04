import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { withLongSecrets } from './long-secrets.ts';
import { createMemoryStore, type ListedStore } from './secret-store.ts';

/** What one entry of the Windows keychain holds: 2,560 bytes, two for a character. */
const fits = 'x'.repeat(1_280);
const tooLong = 'y'.repeat(1_281);

let directory = '';
let keychain: ListedStore;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'causeway-long-')), 'long-secrets');
  keychain = createMemoryStore();
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }));

const store = (inner = keychain) => withLongSecrets(inner, { directory, random: systemRandom });
const files = () => readdirSync(directory);

describe('a secret that fits', () => {
  it('stays in the keychain alone', async () => {
    await store().set('token', fits);
    expect(await keychain.get('token')).toBe(fits);
    expect(() => files()).toThrow('ENOENT');
    expect(await store().get('token')).toBe(fits);
  });
});

describe('a secret that is too long', () => {
  it('stands sealed in a file, with its key in the keychain', async () => {
    await store().set('token', tooLong);
    const entry = (await keychain.get('token')) ?? '';
    expect(entry.length * 2).toBeLessThanOrEqual(2_560);
    expect(entry).not.toContain('yyyy');
    expect(files()).toHaveLength(1);
    expect(readFileSync(join(directory, files()[0] ?? ''), 'latin1')).not.toContain('yyyy');
    expect(await store().get('token')).toBe(tooLong);
  });

  it('leaves no file behind when it is replaced or deleted', async () => {
    await store().set('token', tooLong);
    await store().set('token', `${tooLong}z`);
    expect(files()).toHaveLength(1);
    expect(await store().get('token')).toBe(`${tooLong}z`);
    await store().set('token', fits);
    expect(files()).toEqual([]);
    await store().set('token', tooLong);
    await store().delete('token');
    expect(files()).toEqual([]);
    expect(await store().get('token')).toBeNull();
  });

  it('is still the old one when the keychain refuses the new one', async () => {
    await store().set('token', tooLong);
    const refusing = { ...keychain, set: () => Promise.reject(new Error('full')) };
    await expect(store(refusing).set('token', `${tooLong}z`)).rejects.toThrow('full');
    expect(await store().get('token')).toBe(tooLong);
    expect(files()).toHaveLength(1);
  });

  it('says so when the disk does not take it, and keeps the old one', async () => {
    await store().set('token', fits);
    writeFileSync(directory, 'no folder');
    await expect(store().set('token', tooLong)).rejects.toMatchObject({ code: 'not-kept' });
    expect(await store().get('token')).toBe(fits);
  });

  it.each([
    ['is gone', () => rmSync(directory, { recursive: true })],
    ['was changed', () => writeFileSync(join(directory, files()[0] ?? ''), Buffer.alloc(2_000))],
  ])('asks for it again when its file %s', async (_what, spoil) => {
    await store().set('token', tooLong);
    spoil();
    await expect(store().get('token')).rejects.toMatchObject({ code: 'damaged' });
    await store().set('token', fits);
    expect(await store().get('token')).toBe(fits);
  });

  it('opens under its own name only', async () => {
    await store().set('token:one', tooLong);
    await keychain.set('token:two', (await keychain.get('token:one')) ?? '');
    await expect(store().get('token:two')).rejects.toMatchObject({ code: 'damaged' });
  });
});
