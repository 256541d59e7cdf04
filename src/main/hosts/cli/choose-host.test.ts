import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChooseOptions, chooseHost } from './choose-host.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'causeway-choose-'));
});

afterEach(() => rm(root, { recursive: true }));

const leaveBinary = `
  const fs = require('node:fs');
  fs.mkdirSync(folder + '/dist', { recursive: true });
  fs.writeFileSync(folder + '/dist/electron', '');
  fs.writeFileSync(folder + '/path.txt', 'electron');
`;

async function installer(script: string, patience: number) {
  const file = join(root, 'install.cjs');
  const folder = join(root, 'node_modules/electron');
  await mkdir(folder, { recursive: true });
  await writeFile(file, `const folder = ${JSON.stringify(folder)};\n${script}`);
  return { installer: file, unpacksTo: join(folder, 'dist'), patience };
}

async function choose(
  asked: Partial<ChooseOptions['asked']> = {},
  {
    script = leaveBinary,
    // A busy machine takes its time to begin one.
    patience = 30_000,
    ...more
  }: Partial<ChooseOptions> & { readonly script?: string; readonly patience?: number } = {},
) {
  const said: string[] = [];
  const choice = await chooseHost({
    root,
    asked: { browser: false, port: null, open: true, json: false, ...asked },
    platform: 'linux',
    hasDisplay: true,
    say: (line) => said.push(line),
    installer: await installer(script, patience),
    ...more,
  });
  return { choice, said };
}

const binary = () => join(root, 'node_modules/electron/dist/electron');

describe('npm start', () => {
  it('opens Electron when its binary is here, and asks nobody for it', async () => {
    await choose();
    const { choice, said } = await choose();
    expect(choice).toEqual({ host: 'electron', binary: binary() });
    expect(said).toEqual([]);
  });

  it('opens Electron when its binary can be fetched', async () => {
    const { choice, said } = await choose();
    expect(choice).toEqual({ host: 'electron', binary: binary() });
    expect(said).toEqual(["Fetching Electron's binary, once …"]);
  });

  it.each([
    ['fails', 'process.exit(1)', 30_000],
    ['leaves nothing', '', 30_000],
    ['does not move', 'setInterval(() => {}, 1000)', 300],
  ])('opens the browser, and says why, when the installer %s', async (_what, script, patience) => {
    const { choice } = await choose({}, { script, patience });
    expect(choice).toEqual({
      host: 'browser',
      sentence: "Electron's binary cannot be had here, so Causeway runs in the browser.",
    });
  });

  it('opens the browser without a word when it was asked for', async () => {
    await choose();
    const { choice, said } = await choose({ browser: true });
    expect(choice).toEqual({ host: 'browser', sentence: null });
    expect(said).toEqual([]);
  });

  it.each([{ json: true }, { port: 0 }, { open: false }])(
    'opens the browser when a link is wanted: %j',
    async (asked) => {
      const without = await choose(asked);
      expect(without.choice).toMatchObject({ host: 'browser' });
      expect(without.choice).toHaveProperty('sentence', expect.stringContaining('not here'));
      await choose();
      const beside = await choose(asked);
      expect(beside.choice).toMatchObject({ host: 'browser' });
      expect(beside.choice).toHaveProperty(
        'sentence',
        expect.stringContaining('You asked for a link'),
      );
    },
  );

  it('fetches nothing where no window can be shown', async () => {
    const { choice, said } = await choose({}, { hasDisplay: false });
    expect(choice).toMatchObject({ host: 'browser' });
    expect(said).toEqual([]);
    const onMac = await choose({}, { hasDisplay: false, platform: 'darwin' });
    expect(onMac.choice.host).toBe('electron');
  });
});
