import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../support/run-command.ts';

/** electron-builder's own reading and judging of its configuration; it offers neither by its door. */
interface ConfigModule {
  getConfig(folder: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(config: Configuration, log: object): Promise<void>;
}

/** A package of electron-builder's own, so it is looked for from there. */
const inBuilder = join('app-builder-lib', 'out/util/config/config');
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { getConfig, validateConfiguration } = fromBuilder(inBuilder) as ConfigModule;

let config: Configuration;

beforeAll(async () => {
  config = await getConfig(root, 'electron-builder.yml', null);
});

const validate = (changes: object) =>
  validateConfiguration({ ...config, ...changes }, { isEnabled: false });

test('electron-builder takes the configuration, and would not take just anything', async () => {
  await validate({});
  await expect(validate({ win: { publisherName: 'Causeway' } })).rejects.toThrow(/win/);
  await expect(validate({ electronFuses: { runAsNde: false } })).rejects.toThrow(/electronFuses/);
});

test('every system gets the formats that it installs, and macOS the zip that updates need', () => {
  expect(config.mac?.target).toEqual(['dmg', 'zip']);
  expect(config.win?.target).toEqual(['nsis']);
  expect(config.linux?.target).toEqual(['AppImage', 'deb']);
  expect(config.mac?.hardenedRuntime).toBe(true);
});

test('links to records lead to it', () => {
  expect(config.protocols).toEqual([{ name: 'Causeway', schemes: ['causeway'] }]);
});

test('what the configuration names is there', async () => {
  // Windows groups windows and notices by the same name.
  const host = await readFile(join(root, 'src/main/hosts/electron/electron-host.ts'), 'utf8');
  expect(host).toContain(`setAppUserModelId('${config.appId}')`);
  for (const icon of [config.mac?.icon, config.win?.icon, config.linux?.icon]) {
    expect(existsSync(join(root, 'resources', String(icon)))).toBe(true);
  }
  const entitlements = await readFile(join(root, String(config.mac?.entitlements)), 'utf8');
  expect(entitlements).toContain('com.apple.security.cs.allow-jit');
  // Electron's memory protection and the environment stay closed.
  expect(entitlements).not.toMatch(/allow-dyld|allow-unsigned-executable-memory|get-task-allow/);
});

test('each system leaves out the native modules of the others in the same way', () => {
  const patterns = (system: 'mac' | 'win' | 'linux', prefix: string) =>
    JSON.stringify(config[system]?.files).replaceAll(`${prefix}-`, '<system>-');
  expect(patterns('mac', 'darwin')).toBe(patterns('linux', 'linux'));
  expect(patterns('win', 'win32')).toBe(patterns('linux', 'linux'));
});

test('at run time only native modules, and ssh2 with its own, come from node_modules', async () => {
  const shape = z.object({ dependencies: z.record(z.string(), z.string()) });
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { dependencies } = shape.parse(JSON.parse(text));
  expect(Object.keys(dependencies).sort()).toEqual([
    'better-sqlite3-multiple-ciphers',
    'keytar',
    'ssh2',
  ]);
});
