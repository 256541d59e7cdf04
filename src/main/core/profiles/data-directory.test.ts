import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { DataDirectoryInUse, openDataDirectory } from './data-directory.ts';

let parent = '';
let path = '';
beforeEach(() => {
  parent = testFolder();
  path = join(parent, 'deep', 'data');
});

const open = () => openDataDirectory({ path, random: systemRandom, clock: systemClock });

/** What the next process is told. */
function refusal(): DataDirectoryInUse {
  try {
    open().close();
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return error;
    throw error;
  }
  throw new Error('the directory was not in use');
}

describe('a data directory', () => {
  it('is made for its owner alone, with an id that stays', () => {
    const first = open();
    expect(first.path).toBe(path);
    expect(first.installationId).toMatch(/^[0-9a-f]{32}$/);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'lock.db')).mode & 0o777).toBe(0o600);
    first.close();
    const second = open();
    expect(second.installationId).toBe(first.installationId);
    second.close();
  });

  it('is open once, and the second is told who has it and where', () => {
    const first = open();
    expect(refusal()).toMatchObject({ path, pid: process.pid, url: null });
    first.announce('http://127.0.0.1:4000/app?x=1#one-time-code');
    expect(refusal()).toMatchObject({ url: 'http://127.0.0.1:4000/app' });
    expect(readFileSync(join(path, 'holder.json'), 'utf8')).not.toContain('one-time-code');
    expect(statSync(join(path, 'holder.json')).mode & 0o777).toBe(0o600);
    first.close();
    first.close();
    open().close();
  });

  it('is refused even when what the holder wrote is unreadable', () => {
    const first = open();
    writeFileSync(join(path, 'holder.json'), '{');
    expect(refusal()).toMatchObject({ pid: null, url: null });
    first.close();
  });

  it('is free again when its process was killed', async () => {
    const script = `
      import { openDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))};
      import { systemClock } from ${JSON.stringify(join(import.meta.dirname, '../../../platform/clock.ts'))};
      import { systemRandom } from ${JSON.stringify(join(import.meta.dirname, '../../../platform/random.ts'))};
      openDataDirectory({ path: ${JSON.stringify(path)}, random: systemRandom, clock: systemClock });
      // Nobody holds what was opened.
      setTimeout(() => (gc(), process.stdout.write('open')));
      setInterval(() => undefined, 1000);
    `;
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--input-type=module-typescript', '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(refusal().pid).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const directory = open();
    expect(readFileSync(join(path, 'holder.json'), 'utf8')).toContain(String(process.pid));
    directory.close();
  });

  it('that can’t be made is told in a sentence', () => {
    writeFileSync(join(parent, 'deep'), 'a file, not a folder');
    const told = { code: 'invalid', message: expect.stringContaining(path) };
    expect(open).toThrow(expect.objectContaining(told));
  });

  it('never takes a new id over a damaged or missing one, and lets go of the lock', () => {
    open().close();
    const file = join(path, 'installation.json');
    const good = readFileSync(file);
    writeFileSync(file, '{"version":1,"id":"short"}');
    expect(open).toThrow(expect.objectContaining({ code: 'damaged' }));
    writeFileSync(join(path, 'profiles.json'), '{}');
    rmSync(file);
    expect(open).toThrow(expect.objectContaining({ code: 'damaged' }));
    expect(open).toThrow('installation.json is missing. Put an intact copy back');
    writeFileSync(file, good);
    open().close();
    expect(readdirSync(path)).not.toContain('holder.json');
  });
});

describe.skipIf(process.platform === 'win32')('other users of the machine (not on Windows)', () => {
  const isRoot = process.getuid?.() === 0;
  const modeOf = (file: string): number => statSync(file).mode & 0o777;

  it('are kept out of a directory that they could get at before', () => {
    open().close();
    const files = [join(path, 'lock.db'), join(path, 'installation.json')];
    for (const file of files) chmodSync(file, 0o666);
    chmodSync(path, 0o777);
    open().close();
    expect([path, ...files].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
  });

  it('can’t lay a directory ready with a link, a lock or a socket of theirs', () => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    writeFileSync(join(path, 'control.sock'), '');
    expect(open).toThrow(/can’t be used: Other users can get at .* Choose one that is yours alone/);

    const link = join(parent, 'link');
    symlinkSync(join(parent, 'theirs'), link);
    mkdirSync(join(parent, 'theirs'));
    const through = () =>
      openDataDirectory({ path: link, random: systemRandom, clock: systemClock });
    expect(through).toThrow(`${link} is a link.`);
    expect(readdirSync(join(parent, 'theirs'))).toEqual([]);
  });

  it.each(['lock.db', 'holder.json', 'inbox.db', 'profiles', 'control.sock'])(
    'can’t lead %s elsewhere',
    (name) => {
      open().close();
      rmSync(join(path, name), { force: true });
      symlinkSync(join(parent, 'elsewhere'), join(path, name));
      expect(open).toThrow(`${join(path, name)} is a link.`);
      expect(readdirSync(parent)).toEqual(['deep']);
    },
  );

  it.runIf(isRoot)('who own it, or a file in it, are named (as root)', () => {
    open().close();
    chownSync(join(path, 'lock.db'), 12_345, 12_345);
    expect(open).toThrow(`${join(path, 'lock.db')} belongs to another user.`);
    chownSync(path, 12_345, 12_345);
    expect(open).toThrow(`${path} belongs to another user.`);
  });
});
