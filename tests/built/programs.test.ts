import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachableFrom } from '../support/built-modules.ts';
import { root } from '../support/run-command.ts';

const program = (name: string) => join(root, 'out/main', `${name}.js`);
const isElectron = (name: string) => name === 'electron' || name.startsWith('electron/');

/** Packages that a built program may leave outside: `dependencies` of package.json, and optional ones. */
const EXTERNAL = ['better-sqlite3-multiple-ciphers', 'keytar', 'ssh2', '@ngrok/ngrok'];
const packagesOf = (name: string) =>
  reachableFrom(program(name), { dynamic: true }).packages.filter(
    // What is bundled may name Node's own without node: before it.
    (one) => !isBuiltin(one) && !isElectron(one),
  );

test.for(['electron', 'browser', 'sandbox'])('the program %s is built', (name) => {
  expect(existsSync(program(name))).toBe(true);
});

test('the Electron host loads electron, and nothing else ever does', () => {
  const { packages } = reachableFrom(program('electron'), { dynamic: true });
  expect(packages.some(isElectron)).toBe(true);
  for (const name of ['browser', 'sandbox']) {
    expect(reachableFrom(program(name), { dynamic: true }).packages.filter(isElectron)).toEqual([]);
  }
});

test.for(['electron', 'browser', 'sandbox'])(
  '%s leaves only installed packages outside',
  (name) => {
    expect(packagesOf(name).filter((one) => !EXTERNAL.includes(one))).toEqual([]);
  },
);

test('the sandbox loads no keychain and nothing of the console', () => {
  expect(packagesOf('sandbox')).not.toContain('keytar');
});
