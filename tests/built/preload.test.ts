import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBuiltModule } from '../support/built-modules.ts';
import { root } from '../support/run-command.ts';

/** What a sandboxed preload can require. */
const ALLOWED = ['electron', 'events', 'timers', 'url'];

test('the preload is one plain CommonJS file that requires only what the sandbox has', () => {
  const folder = join(root, 'out/preload');
  expect(readdirSync(folder)).toEqual(['index.cjs']);
  const built = readBuiltModule(readFileSync(join(folder, 'index.cjs'), 'utf8'));
  expect(built).toMatchObject({ staticImports: [], dynamicImports: [], isModule: false });
  expect(built.requires).toContain('electron');
  expect(built.requires.filter((name) => !ALLOWED.includes(name))).toEqual([]);
});

test.for([
  ["import { ipcRenderer } from 'electron';", { isModule: true, staticImports: ['electron'] }],
  ['export const a = 1;', { isModule: true }],
  ["export * from './a.js';", { isModule: true, staticImports: ['./a.js'] }],
  ["import('zod');", { isModule: true, dynamicImports: ['zod'] }],
  ["require('zod');", { isModule: false, requires: ['zod'] }],
  ['const a = "zod"; require(a);', { isModule: false, requires: ['a'] }],
  ['const a = "require(\'zod\')"; // import', { isModule: false, requires: [] }],
] as const)('the gate sees through: %s', ([code, seen]) => {
  expect(readBuiltModule(code)).toMatchObject(seen);
});
