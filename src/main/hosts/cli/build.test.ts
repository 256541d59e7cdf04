import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuildFailed, build, buildWhenStale } from './build.ts';

let root: string;
let builds: number;
let said: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'causeway-build-'));
  builds = 0;
  said = [];
  await write('src/main/a.ts', 'a');
  await write('src/main/a.test.ts', 'test');
  await write('package-lock.json', '{}');
  await write('README.md', 'read me');
});

afterEach(() => rm(root, { recursive: true }));

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), content);
}

/** Leaves what a real build leaves. */
async function run(): Promise<boolean> {
  builds += 1;
  for (const file of ['main/browser.js', 'main/sandbox.js', 'renderer/index.html']) {
    await write(`out/${file}`, String(builds));
  }
  return true;
}

const whenStale = (how = run) => buildWhenStale({ root, say: (line) => said.push(line), run: how });

describe('a build', () => {
  it('is made when there is none, and says so once', async () => {
    expect(await whenStale()).toBe(true);
    expect(said).toHaveLength(1);
    expect(await whenStale()).toBe(false);
    expect(builds).toBe(1);
    expect(said).toHaveLength(1);
  });

  it.each([
    ['a source changes', () => write('src/main/a.ts', 'b')],
    ['a source is new', () => write('src/renderer/b.tsx', 'b')],
    ['a source is gone', () => rm(join(root, 'src/main/a.ts'))],
    [
      'a source moves',
      () => write('src/main/c.ts', 'a').then(() => rm(join(root, 'src/main/a.ts'))),
    ],
    ['other packages are installed', () => write('package-lock.json', '{"a":1}')],
    ['the configuration changes', () => write('electron.vite.config.ts', 'x')],
    ['a product is gone', () => rm(join(root, 'out/main/sandbox.js'))],
    ['another tool has built', () => rm(join(root, 'out/build-stamp'))],
  ])('is made again when %s', async (_what, change) => {
    await whenStale();
    await change();
    expect(await whenStale()).toBe(true);
  });

  it.each([
    ['a test changes', () => write('src/main/a.test.ts', 'other')],
    ['words about it change', () => write('README.md', 'other')],
    ['a source is written again as it was', () => write('src/main/a.ts', 'a')],
  ])('is kept when %s', async (_what, change) => {
    await whenStale();
    await change();
    expect(await whenStale()).toBe(false);
  });

  it('is made again when a source changed while it was made', async () => {
    const slow = async () => {
      await write('src/main/a.ts', 'changed meanwhile');
      return await run();
    };
    await whenStale(slow);
    expect(await whenStale()).toBe(true);
  });

  it('that fails is told and leaves no stamp', async () => {
    await whenStale();
    await write('src/main/a.ts', 'broken');
    await expect(whenStale(async () => false)).rejects.toThrow(BuildFailed);
    expect(await whenStale()).toBe(true);
  });

  it('is made once when two starts need it', async () => {
    const slow = async () => {
      await new Promise((turn) => setTimeout(turn, 50));
      return await run();
    };
    expect(await Promise.all([whenStale(slow), whenStale(slow)])).toContain(false);
    expect(builds).toBe(1);
  });

  it('goes on where a killed one has left its lock', async () => {
    // No process has this id: it is over the largest one there can be.
    await write('.cache/build.lock', '2147483647');
    expect(await whenStale()).toBe(true);
    await expect(readFile(join(root, '.cache/build.lock'))).rejects.toThrow('ENOENT');
  });

  it('that was asked for is made in any case, and the next start finds it fresh', async () => {
    await whenStale();
    await build({ root, say: () => {}, run });
    expect(builds).toBe(2);
    expect(await whenStale()).toBe(false);
  });
});
