import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../../platform/sqlite.ts';
import { unreadableCommits } from './damaged-log.ts';

const frameBytes = 24 + 4_096;
let root = '';
let log: Buffer;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-log-'));
  const file = join(root, 'whole.db');
  const sqlite = openSqlite({ file, key: Buffer.alloc(32, 7) });
  sqlite.exec('CREATE TABLE notes (text TEXT) STRICT');
  sqlite.checkpoint();
  // The log begins again: frames of before stand behind those of now.
  for (let at = 0; at < 20; at += 1)
    sqlite.run('INSERT INTO notes VALUES (?)', ['x'.repeat(5_000)]);
  sqlite.checkpoint();
  for (let at = 0; at < 8; at += 1) sqlite.run('INSERT INTO notes VALUES (?)', [`note ${at}`]);
  copyFileSync(`${file}-wal`, join(root, 'killed-wal'));
  sqlite.close();
  log = readFileSync(join(root, 'killed-wal'));
});
afterAll(() => rmSync(root, { recursive: true }));

const commitsWith = (change: (bytes: Buffer) => Buffer): number | null => {
  const file = join(root, 'changed-wal');
  writeFileSync(file, change(Buffer.from(log)));
  return unreadableCommits(file);
};
const flipAt = (at: number) => (bytes: Buffer) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
};
/** Frames of now: each note is one commit of one page. */
const lastFrame = 32 + 7 * frameBytes;

it('says how many commits stand behind a frame that does not fit', () => {
  expect(commitsWith((bytes) => bytes)).toBe(0);
  expect(commitsWith(flipAt(32 + 100))).toBe(7);
  expect(commitsWith(flipAt(32 + 3 * frameBytes + 3_000))).toBe(4);
  expect(commitsWith(flipAt(5))).toBeNull();
});

it('takes what a power cut leaves for no damage', () => {
  expect(unreadableCommits(join(root, 'none-wal'))).toBe(0);
  expect(commitsWith(flipAt(lastFrame + 2_000))).toBe(0);
  expect(commitsWith((bytes) => bytes.subarray(0, lastFrame + 100))).toBe(0);
  expect(commitsWith((bytes) => bytes.subarray(0, 20))).toBe(0);
  expect(commitsWith(() => Buffer.alloc(0))).toBe(0);
});
