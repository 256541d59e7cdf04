import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reachableFrom, readBuiltModule } from './built-modules.ts';

function plant(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return (name) => join(folder, name);
}

const program = {
  'main.js': "import './chunks/a.js'; export { b } from './chunks/b.js';",
  'chunks/a.js':
    "import 'node:fs'; import './b.js'; export const load = () => import('./lazy.js');",
  'chunks/b.js': "import '../main.js'; import keytar from 'keytar'; export const b = keytar;",
  'chunks/lazy.js': "import 'electron'; import '@scope/package/deep';",
  'chunks/stray.js': "import 'never';",
};

test('follows static imports and re-exports through chunks, in circles too', () => {
  const file = plant(program);
  const { files, packages } = reachableFrom(file('main.js'), { dynamic: false });
  expect([...files].sort()).toEqual([file('chunks/a.js'), file('chunks/b.js'), file('main.js')]);
  expect([...packages].sort()).toEqual(['keytar', 'node:fs']);
});

test('follows lazy imports when asked to', () => {
  const file = plant(program);
  const { files, packages } = reachableFrom(file('main.js'), { dynamic: true });
  expect(files).toContain(file('chunks/lazy.js'));
  expect(packages).toEqual(expect.arrayContaining(['electron', '@scope/package/deep']));
  expect(packages).not.toContain('never');
});

test('a chunk that is not there is an error', () => {
  const file = plant({ 'main.js': "import './gone.js';" });
  expect(() => reachableFrom(file('main.js'), { dynamic: false })).toThrow('gone.js');
});

test('code that does not parse is an error', () => {
  expect(() => readBuiltModule('const = 1')).toThrow();
});
