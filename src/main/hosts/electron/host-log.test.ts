import { mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHostLog } from './host-log.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-log-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

it('writes a file for its owner alone once packaged', async () => {
  const { log, known, file } = openHostLog({ dataDir, isPackaged: true });
  known.learn('desk-token+0042/opaque');
  log.error({ said: 'Refused: desk-token+0042/opaque' }, 'an answer');
  log.error({ token: 'never', profileId: 'built-in' }, 'something failed');
  const text = await readFile(file ?? '', 'utf8');
  expect(text).toContain('something failed');
  expect(text).not.toContain('never');
  expect(text).not.toContain('opaque');
  if (process.platform !== 'win32') expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
});

it('goes on in the file of the last start, and puts a large one aside', async () => {
  const file = join(dataDir, 'causeway.log');
  await writeFile(file, 'before\n');
  openHostLog({ dataDir, isPackaged: true }).log.info('after');
  expect(await readFile(file, 'utf8')).toMatch(/^before\n.*after/s);
  await truncate(file, 6 * 1024 * 1024);
  openHostLog({ dataDir, isPackaged: true }).log.info('anew');
  expect((await stat(`${file}.1`)).size).toBe(6 * 1024 * 1024);
  expect((await readFile(file, 'utf8')).length).toBeLessThan(200);
});

it.skipIf(process.platform === 'win32')('writes nothing through a link', async () => {
  const other = join(dataDir, 'other');
  await writeFile(other, 'of a person');
  await symlink(other, join(dataDir, 'causeway.log'));
  expect(() => openHostLog({ dataDir, isPackaged: true })).toThrow('ELOOP');
  expect(await readFile(other, 'utf8')).toBe('of a person');
});

it('writes no file while developing', () => {
  expect(openHostLog({ dataDir, isPackaged: false }).file).toBeNull();
});
