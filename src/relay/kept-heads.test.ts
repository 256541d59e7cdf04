import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../platform/testing/test-folder.ts';
import { openKeptHeads } from './kept-heads.ts';
import { RelayKeyUnusable } from './options.ts';

const stream = 'a'.repeat(64);
const head = (sequence: number) => ({ sequence, hash: String(sequence).repeat(64) });
let directory: string;
let warned: string[];

const open = ({ key = join(directory, 'key'), team = 'team', author = 'author' } = {}) =>
  openKeptHeads({
    key,
    team,
    author,
    say: { warn: (_facts: object, text?: string) => warned.push(text ?? '') },
  });

beforeEach(() => {
  directory = testFolder();
  warned = [];
});

it('has after a start what it kept last, for the same key and team', async () => {
  const kept = open();
  expect([...kept.streams()]).toEqual([]);
  for (const sequence of [1, 3, 2]) kept.keep(stream, head(sequence));
  await kept.close();
  const again = open();
  expect([...again.streams()]).toEqual([stream]);
  expect(again.of(stream)).toEqual(head(3));
  expect(warned).toEqual([]);
  expect(open({ author: 'made anew' }).of(stream)).toBeUndefined();
  expect(open({ team: 'another' }).of(stream)).toBeUndefined();
  const told = expect.stringContaining('another team or key');
  expect(warned).toEqual([told, told]);
});

it('says once that it can’t write, and writes once it can', async () => {
  const folder = join(directory, 'missing');
  const kept = open({ key: join(folder, 'key') });
  kept.keep(stream, head(1));
  await expect.poll(() => warned).toEqual([expect.stringContaining('may write to')]);
  mkdirSync(folder);
  const file = join(folder, 'key.heads');
  await expect.poll(() => existsSync(file)).toBe(true);
  await kept.close();
  expect(readFileSync(file, 'utf8')).toContain(head(1).hash);
  expect(warned).toHaveLength(1);
});

it('refuses a file that is damaged, for then it can’t know what is lost', () => {
  writeFileSync(join(directory, 'key.heads'), '{"version":1');
  expect(() => open()).toThrow('does not hold a relay');
});

it('names a file that it can’t read', () => {
  const file = join(directory, 'key.heads');
  mkdirSync(file);
  expect(() => open()).toThrow(RelayKeyUnusable);
  expect(() => open()).toThrow(`The file ${file} can’t be read`);
});
