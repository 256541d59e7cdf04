import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { extractAll, extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultBounds } from '../../src/main/features/webhooks/inbox/bounds.ts';
import { openInbox } from '../../src/main/features/webhooks/inbox/inbox.ts';
import { requireUnpacked } from '../../src/platform/unpacked.ts';
import { startStandIn } from '../support/electron-in-chromium/start.ts';
import { type Packed, pack } from './pack.ts';

let folder: string;
let linux: Packed;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-package-'));
  linux = await pack({ folder: join(folder, 'linux'), system: 'linux', arch: 'x64' });
  expect(linux.ok, linux.output).toBe(true);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const listed = (archive: string) => listPackage(archive, { isPack: false });
const nativeFiles = (archive: string) =>
  listed(archive)
    .filter((file) => file.endsWith('.node'))
    .sort();

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly unpacked?: boolean;
  readonly size?: number;
}

/** Files of the archive with what its header says of each. */
function entriesOf(archive: string): { path: string; entry: Entry }[] {
  const walk = (entry: Entry, path: string): { path: string; entry: Entry }[] =>
    entry.files === undefined
      ? [{ path, entry }]
      : Object.entries(entry.files).flatMap(([name, child]) => walk(child, `${path}/${name}`));
  return walk(getRawHeader(archive).header as Entry, '');
}

/** Names that a program and its chunks import as they start, but for those chunks. */
function importedAtOnce(archive: string, program: string): string[] {
  const text = extractFile(archive, program).toString('utf8');
  const names = [...text.matchAll(/^(?:import|export)\b[^;"']*["']([^"']+)["'];?$/gm)];
  const found = names.map(([, name = '']) => name);
  const chunks = found.filter((name) => name.startsWith('.'));
  const inside = chunks.flatMap((name) => importedAtOnce(archive, join(dirname(program), name)));
  return [...found.filter((name) => !name.startsWith('.')), ...inside];
}

/** The archive as a folder, as Electron shows it, and beside it what lies outside. */
async function shownByElectron(resources: string): Promise<string> {
  const shown = join(resources, 'app.asar');
  extractAll(linux.archive, shown);
  await cp(`${linux.archive}.unpacked`, `${shown}.unpacked`, { recursive: true });
  return shown;
}

describe('the package for Linux', () => {
  test('has its fuses set as configured', async () => {
    const wire = await getCurrentFuseWire(linux.binary);
    const isOn = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
      ownSnapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      fileProtocol: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      integrity: true,
      onlyAsar: true,
      ownSnapshot: false,
      fileProtocol: false,
    });
  });

  test('keeps its native files outside the archive, where they can be loaded', () => {
    const natives = entriesOf(linux.archive).filter(({ path }) => path.endsWith('.node'));
    expect(natives.length).toBe(3);
    expect(natives.filter(({ entry }) => entry.unpacked !== true)).toEqual([]);
  });

  test('keeps the thread that writes the inbox outside the archive, whole', async () => {
    const outside = entriesOf(linux.archive).filter(({ entry }) => entry.unpacked === true);
    const paths = outside.map(({ path }) => path);
    for (const name of [
      'inbox-writer',
      'timeline-writer',
      'timeline-reader',
      'pdf-writer',
      'backup-writer',
      'audit-reader',
      'diagnostics-reader',
      'database-work',
      'bulk-reader',
      'xlsx-writer',
      'import-reader',
      'reconcile-reader',
    ]) {
      expect(paths).toContain(`/out/main/${name}.mjs`);
    }
    // Fonts that sheets are set in, with their licence.
    for (const name of [
      'DejaVuSans.ttf',
      'DejaVuSans-Bold.ttf',
      'DejaVuSansMono-Bold.ttf',
      'LICENSE',
    ]) {
      expect(paths).toContain(`/out/main/fonts/${name}`);
    }
    expect(paths).toContain('/node_modules/better-sqlite3-multiple-ciphers/package.json');
    const data = { file: join(folder, 'inbox.db'), key: new Uint8Array(32).fill(1) };
    // Main makes the tables, and then starts the thread.
    await (await openInbox(data)).close();
    // Plain Node knows nothing of archives: what starts here needs nothing that lies in one.
    const program = join(`${linux.archive}.unpacked`, 'out/main/inbox-writer.mjs');
    const thread = new Worker(program, { workerData: { ...data, bounds: defaultBounds } });
    const [opened] = (await once(thread, 'message')) as [unknown];
    expect(opened).toEqual({ is: 'opened' });
    await thread.terminate();
  });

  test('loads nothing from outside the archive that was changed since, and nothing before it looked', async () => {
    const loaded = importedAtOnce(linux.archive, 'out/main/electron.js');
    expect(loaded.filter((name) => name !== 'electron' && !name.startsWith('node:'))).toEqual([]);

    const shown = await shownByElectron(join(folder, 'resources'));
    const here = pathToFileURL(join(shown, 'out/main/electron.js')).href;
    requireUnpacked(here);
    const outside = entriesOf(linux.archive).filter(({ entry }) => entry.unpacked === true);
    expect(outside.length).toBeGreaterThan(20);
    for (const { path } of outside) {
      const file = join(`${shown}.unpacked`, path);
      const bytes = await readFile(file);
      await writeFile(file, path.endsWith('package.json') ? '{"main":"other.js"}' : 'changed');
      expect(() => requireUnpacked(here), path).toThrow(/was changed/);
      await writeFile(file, bytes);
    }
    requireUnpacked(here);
  });

  test('carries the native modules of its own system and architecture alone', () => {
    expect(nativeFiles(linux.archive)).toEqual([
      '/node_modules/@ngrok/ngrok-linux-x64-gnu/ngrok.linux-x64-gnu.node',
      '/node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-x64.node',
      '/node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ]);
  });

  test('has the program, the preload and the page, and nothing of how they were made', () => {
    const files = listed(linux.archive);
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/electron.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
      ]),
    );
    const roots = new Set(files.map((file) => file.split('/')[1]));
    expect([...roots].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources']);
    const icons = ['badge', 'tray', 'trayNeeds', 'trayNeedsTemplate', 'trayTemplate'];
    expect(files.filter((file) => file.startsWith('/resources/'))).toEqual(
      icons.flatMap((icon) => [`/resources/${icon}.png`, `/resources/${icon}@2x.png`]),
    );
    const modules = new Set(
      files.filter((file) => file.startsWith('/node_modules/')).map((file) => file.split('/')[2]),
    );
    expect([...modules].sort()).toEqual([
      '@ngrok',
      'asn1',
      'bcrypt-pbkdf',
      'better-sqlite3-multiple-ciphers',
      'keytar',
      'safer-buffer',
      'ssh2',
      'tweetnacl',
    ]);
    expect(files.filter((file) => /\.(?:map|ts|cc|h|gyp)$/.test(file))).toEqual([]);
  });

  test('its package.json says where it starts and nothing of development', () => {
    const shape = z.looseObject({ main: z.string(), version: z.string() });
    const text = extractFile(linux.archive, 'package.json').toString('utf8');
    const manifest = shape.parse(JSON.parse(text));
    expect(manifest.main).toBe('out/main/electron.js');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });

  test('is small, but for the native module of ngrok', () => {
    const own = entriesOf(linux.archive).filter(({ path }) => !path.includes('/@ngrok/'));
    const bytes = own.reduce((sum, { entry }) => sum + (entry.size ?? 0), 0);
    const megabytes = bytes / 1024 / 1024;
    console.log(`the application without Electron: ${megabytes.toFixed(1)} MB`);
    // Of these, 4 MB are what makes a PDF and the fonts that go into it, and 3 MB the other threads, each of
    // which brings along what it runs.
    expect(megabytes).toBeLessThan(15);
  });

  // The native modules in it are of this system.
  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'has all it needs: taken out of its archive, the program passes its smoke run (on Linux, x64)',
    async () => {
      // Somewhere without a node_modules above it, so that nothing of the project helps.
      const application = await shownByElectron(join(folder, 'application'));
      const program = join(application, 'out/main/electron.js');
      const standIn = await startStandIn(['--smoke'], { program });
      expect(await standIn.ended, standIn.stderr()).toBe(0);
      expect(JSON.parse(standIn.stdout())).toMatchObject({
        sqlite: true,
        page: true,
        bridge: true,
      });
      await appendFile(`${application}.unpacked/node_modules/keytar/lib/keytar.js`, '// changed');
      const refused = await startStandIn(['--smoke'], { program });
      expect(await refused.ended).toBe(1);
      expect(refused.stdout()).toMatch(/could not start. A part of Causeway was changed after/);
    },
  );
});

test('a package for arm64 carries the native modules of arm64', async () => {
  const arm = await pack({ folder: join(folder, 'arm'), system: 'linux', arch: 'arm64' });
  expect(arm.ok, arm.output).toBe(true);
  expect(nativeFiles(arm.archive)).toEqual([
    '/node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-arm64.node',
    '/node_modules/keytar/prebuilds/linux-arm64/keytar.node',
  ]);
});

test('a package for Windows carries the native modules of Windows, whoever packs it', async () => {
  const windows = await pack({ folder: join(folder, 'windows'), system: 'win', arch: 'x64' });
  // It ends after the archive is made: the stub has no resources of a Windows program to edit.
  expect((await readFile(windows.archive)).length).toBeGreaterThan(0);
  expect(nativeFiles(windows.archive)).toEqual([
    '/node_modules/better-sqlite3-multiple-ciphers/prebuilds/win32-x64.node',
    '/node_modules/keytar/prebuilds/win32-x64/keytar.node',
  ]);
});
