import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { rekeyFile } from '../../../platform/rekey-file.ts';
import { isOpenedBy, openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import type { KeyedFiles } from './changing-keys.ts';
import { dataKeyName, joinKeyRecords, keyRecordText, readKeyRecord } from './key-record.ts';
import { createMemoryStore } from './secret-store.ts';
import { createVault } from './vault.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = testFolder();
});

const name = dataKeyName('one');
const recoveryKey = Buffer.alloc(32, 7);
const pathOf = (of: string): string => join(dataDir, `${of.replaceAll(':', '-')}.db`);
let settled: [string, boolean][] = [];
let refuses = false;
const files: KeyedFiles = {
  isUnder: (of, key) => isOpenedBy(pathOf(of), key),
  async rekey(of, before, next) {
    if (refuses) throw new Error('refused');
    if (!isOpenedBy(pathOf(of), next))
      rekeyFile({ file: pathOf(of), before, next }, () => undefined);
  },
  settled: (of, isChanged) => settled.push([of, isChanged]),
};

async function open(keychain = createMemoryStore()) {
  settled = [];
  refuses = false;
  const vault = createVault({
    dataDir,
    installationId: 'x',
    random: systemRandom,
    keychain,
    files,
    hasDatabase: () => false,
    log: pino({ level: 'silent' }),
  });
  await vault.open();
  return vault;
}

const makeDatabase = (key: Uint8Array) => openSqlite({ file: pathOf(name), key }).close();

/** Entries of a keychain, as a copy of it that is put back later. */
async function copyOf(keychain: ReturnType<typeof createMemoryStore>) {
  const copy = createMemoryStore();
  for (const one of await keychain.names()) await copy.set(one, (await keychain.get(one)) ?? '');
  return copy;
}

it('changes a key, and keeps the first one for what is sealed', async () => {
  const vault = await open();
  const first = await vault.dataKey('one');
  makeDatabase(first);
  expect(await vault.sealKey('one')).toEqual(first);
  await vault.changeKey(name);
  const second = await vault.dataKey('one');
  await vault.changeKey(name);
  const third = await vault.dataKey('one');
  expect(new Set([first, second, third].map((key) => Buffer.from(key).toString('hex'))).size).toBe(
    3,
  );
  expect(await vault.sealKey('one')).toEqual(first);
  expect([second, third].map((key) => files.isUnder(name, key))).toEqual([false, true]);
  expect(settled).toEqual([
    [name, true],
    [name, true],
  ]);
});

it('overwrites keys that it needed for a change alone', async () => {
  const given: Uint8Array[] = [];
  const rekey = files.rekey;
  const vault = await open();
  makeDatabase(await vault.dataKey('one'));
  vi.spyOn(files, 'rekey').mockImplementation(async (of, before, next) => {
    given.push(before, next);
    await rekey(of, before, next);
  });
  await vault.changeKey(name);
  expect(new Set(given.flatMap((key) => [...key]))).toEqual(new Set([0]));
  vi.restoreAllMocks();
});

it('keeps the key of before where the files could not be changed', async () => {
  const vault = await open();
  const first = await vault.dataKey('one');
  makeDatabase(first);
  refuses = true;
  await expect(vault.changeKey(name)).rejects.toThrow('refused');
  expect(await vault.dataKey('one')).toEqual(first);
  expect(settled).toEqual([[name, false]]);
});

it('changes no key that does not open its file, which another copy of the vault may open', async () => {
  const vault = await open();
  await vault.dataKey('one');
  makeDatabase(new Uint8Array(32).fill(9));
  await expect(vault.changeKey(name)).rejects.toMatchObject({ code: 'not-now' });
});

it('a keychain of before a change costs nothing that the recovery key has', async () => {
  const keychain = createMemoryStore();
  const first = await open(keychain);
  makeDatabase(await first.dataKey('one'));
  await first.makeRecoveryKey(recoveryKey, '2026-11-26T09:00:00.000Z');
  const before = await copyOf(keychain);
  await first.changeKey(name);
  const key = await first.dataKey('one');

  const second = await open(before);
  expect(await second.dataKey('one')).not.toEqual(key);
  // A new recovery key takes over what the copy alone has.
  await second.makeRecoveryKey(recoveryKey, '2026-11-26T10:00:00.000Z');
  await second.recover(recoveryKey, null);
  expect(await second.dataKey('one')).toEqual(key);
});

it('two records of one database become one that has the keys of both', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte)) as [
    ...[Uint8Array, Uint8Array, Uint8Array, Uint8Array],
  ];
  const text = (key: Uint8Array, sealKey: Uint8Array, ...next: Uint8Array[]) =>
    keyRecordText({ key, sealKey, next });
  for (const record of [text(a, a), text(b, a), text(a, a, b), text(b, a, c, d)])
    expect(keyRecordText(readKeyRecord(record))).toBe(record);
  expect(joinKeyRecords(name, text(a, a), text(b, a))).toBe(text(a, a, b));
  expect(joinKeyRecords(name, text(b, a), text(c, a, b))).toBe(text(b, a, c));
  expect(joinKeyRecords(name, text(a, a), text(b, b))).toBe(text(a, a));
  expect(joinKeyRecords('named:inbox-key', text(a, a), text(b, b))).toBe(text(a, a, b));
  expect(joinKeyRecords(name, text(a, a), 'damaged')).toBe(text(a, a));
  expect(() => readKeyRecord('damaged')).toThrow('damaged');
});
