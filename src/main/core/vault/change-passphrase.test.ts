import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { createSealedFile, openSealedFile } from './sealed-file.ts';
import { makeScryptCheap } from './testing/cheap-scrypt.ts';

let directory = '';
let path = '';
beforeEach(() => {
  makeScryptCheap();
  directory = testFolder();
  path = join(directory, 'vault.sealed');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const options = (passphrase: string) => ({ path, passphrase, random: systemRandom });

async function sealed() {
  const file = await createSealedFile(options('old'));
  await file.set('a', '1');
  return file;
}

async function opensBy(passphrase: string): Promise<string | null> {
  return await (await openSealedFile(options(passphrase))).get('a');
}

const wrongPassphrase = { code: 'wrong-passphrase' };

describe('a changed passphrase', () => {
  it('opens everything, and the one before nothing; the open file goes on under it', async () => {
    const file = await sealed();
    const salt = () => JSON.parse(readFileSync(path, 'utf8')).kdf.salt;
    const before = salt();
    await file.changePassphrase('old', 'new');
    expect(salt()).not.toBe(before);
    expect(await opensBy('new')).toBe('1');
    await expect(opensBy('old')).rejects.toMatchObject(wrongPassphrase);
    await file.set('a', '2');
    expect(await opensBy('new')).toBe('2');
    await expect(opensBy('old')).rejects.toMatchObject(wrongPassphrase);
    expect(readdirSync(directory)).toEqual(['vault.sealed']);
  });

  it('is refused for a wrong one, and nothing was written', async () => {
    const file = await sealed();
    const before = readFileSync(path);
    await expect(file.changePassphrase('other', 'new')).rejects.toMatchObject(wrongPassphrase);
    expect(readFileSync(path)).toEqual(before);
  });

  it('loses no secret that was set while it was under way', async () => {
    const file = await sealed();
    const changed = file.changePassphrase('old', 'new');
    await file.set('a', '2');
    await changed;
    expect(await opensBy('new')).toBe('2');
  });

  it('of two at once one is made', async () => {
    const file = await sealed();
    const both = await Promise.allSettled([
      file.changePassphrase('old', 'one'),
      file.changePassphrase('old', 'other'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const opens = await Promise.allSettled([opensBy('one'), opensBy('other'), opensBy('old')]);
    expect(opens.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not made where it was locked meanwhile', async () => {
    const file = await sealed();
    const changed = file.changePassphrase('old', 'new');
    file.close();
    await expect(changed).rejects.toMatchObject({ code: expect.stringMatching(/locked|not-now/) });
    expect(await opensBy('old')).toBe('1');
  });

  it('is not made where the disk refuses it, and the old one goes on', async () => {
    const file = await sealed();
    failing('renameSync');
    await expect(file.changePassphrase('old', 'new')).rejects.toMatchObject({ code: 'not-kept' });
    vi.restoreAllMocks();
    makeScryptCheap();
    await file.set('a', '2');
    expect(await opensBy('old')).toBe('2');
  });

  it('goes on under the new one where the file was replaced and the disk did not confirm it', async () => {
    const file = await sealed();
    const { fsyncSync } = fs;
    // The file itself is synced; its folder is not.
    let calls = 0;
    vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
      calls += 1;
      if (calls === 2) throw new Error('EIO');
      fsyncSync(fd);
    });
    syncBuiltinESMExports();
    await expect(file.changePassphrase('old', 'new')).rejects.toMatchObject({
      code: 'not-confirmed',
    });
    await file.set('a', '2');
    expect(await opensBy('new')).toBe('2');
  });
});

function failing(name: 'renameSync'): void {
  vi.spyOn(fs, name).mockImplementation(() => {
    throw new Error('EROFS');
  });
  syncBuiltinESMExports();
}
