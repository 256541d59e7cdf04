import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readIfPresent, writeDurably } from './durable-file.ts';
import { testFolder } from './testing/test-folder.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = testFolder();
  file = join(directory, 'file.json');
});

const mode = () => statSync(file).mode & 0o777;

it('replaces a file and leaves nothing beside it', () => {
  writeDurably(file, 'old');
  writeDurably(file, new TextEncoder().encode('new'));
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(directory)).toEqual(['file.json']);
});

it('is for the owner alone unless told, even where a file of another mode was left over', () => {
  writeFileSync(`${file}.new`, 'left over by a crash', { mode: 0o666 });
  writeDurably(file, 'x');
  expect(mode()).toBe(0o600);
  writeDurably(file, 'x', 0o640);
  expect(mode()).toBe(0o640);
});

it('leaves the old content when the new can’t be put in its place', () => {
  mkdirSync(file);
  writeFileSync(join(file, 'inside'), 'old');
  expect(() => writeDurably(file, 'new')).toThrow();
  expect(readFileSync(join(file, 'inside'), 'utf8')).toBe('old');
  expect(readdirSync(directory)).toEqual(['file.json']);
});

it('reads what is there, null where nothing is, and throws for anything else', () => {
  expect(readIfPresent(file)).toBeNull();
  writeDurably(file, 'here');
  expect(Buffer.from(readIfPresent(file) ?? []).toString()).toBe('here');
  expect(() => readIfPresent(directory)).toThrow(/EISDIR/);
});

it.skipIf(process.platform === 'win32')('reads and writes through no link (not on Windows)', () => {
  const target = join(directory, 'target');
  writeFileSync(target, 'of another');
  symlinkSync(target, file);
  expect(() => readIfPresent(file)).toThrow(/ELOOP/);
  symlinkSync(target, `${file}.new`);
  writeDurably(file, 'mine');
  expect(readFileSync(target, 'utf8')).toBe('of another');
  expect(Buffer.from(readIfPresent(file) ?? []).toString()).toBe('mine');
});
