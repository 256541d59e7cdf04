import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PassphraseUnreadable, readPassphraseFile } from './passphrase-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-passphrase-'));
});

afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['a line', 'two words\n', 'two words'],
  ['a line of Windows', 'two words\r\n', 'two words'],
  ['blanks and inner lines as they are', ' a \n b \n', ' a \n b '],
  ['text without a line break', 'ünïcode', 'ünïcode'],
])('reads %s', async (_case, content, expected) => {
  const file = join(folder, 'passphrase');
  await writeFile(file, content, { mode: 0o600 });
  expect(readPassphraseFile(file)).toBe(expected);
});

it('is no passphrase without a file', () => {
  expect(readPassphraseFile(null)).toBeNull();
});

it('refuses a file that is empty or not there, and names it', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, '\n', { mode: 0o600 });
  expect(() => readPassphraseFile(file)).toThrow(PassphraseUnreadable);
  expect(() => readPassphraseFile(join(folder, 'none'))).toThrow(/ENOENT .*none/);
});

it.skipIf(process.platform === 'win32')('refuses a file that others may read', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, 'two words', { mode: 0o644 });
  expect(() => readPassphraseFile(file)).toThrow(PassphraseUnreadable);
  expect(() => readPassphraseFile(file, '--key-file')).toThrow(/^--key-file: .* chmod 600 /);
});
