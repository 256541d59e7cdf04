import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root, runCommand } from '../support/run-command.ts';
import { plantTree } from './fixture.ts';

interface LayerCase {
  readonly layer: string;
  readonly path: string;
  readonly line: string;
  /** A part of the compiler's complaint; null when the line must compile. */
  readonly complaint: string | null;
}

const breach = (layer: string, name: string, line: string, complaint: string): LayerCase => ({
  layer,
  path: `src/${layer}/breach-${name}.ts`,
  line,
  complaint,
});
const fine = (layer: string, name: string, line: string): LayerCase => ({
  layer,
  path: `src/${layer}/fine-${name}.ts`,
  line,
  complaint: null,
});

const cases: readonly LayerCase[] = [
  breach('contract', 'dom', 'export const a = document;', "'document'"),
  breach('contract', 'node', 'export const a = process;', "'process'"),
  breach('contract', 'url', 'export const a = URL;', "'URL'"),
  breach('contract', 'fs', "export * as fs from 'node:fs';", "'node:fs'"),
  fine('contract', 'zod', "import * as z from 'zod';\nexport const a: z.ZodString = z.string();"),
  breach('bridge', 'dom', 'export const a = window;', "'window'"),
  breach('bridge', 'node', 'export const a = process;', "'process'"),
  breach('bridge', 'text', 'export const a = TextEncoder;', "'TextEncoder'"),
  breach('platform', 'dom', 'export const a = document;', "'document'"),
  fine('platform', 'node', 'export const a: string = process.version;'),
  breach('team-log', 'dom', 'export const a = document;', "'document'"),
  fine('team-log', 'node', 'export const a: string = process.version;'),
  breach('sandbox', 'dom', 'export const a = document;', "'document'"),
  fine('sandbox', 'node', 'export const a: string = process.version;'),
  breach('main', 'dom', 'export const a = window;', "'window'"),
  fine('main', 'node', 'export const a: string = process.version;'),
  fine('main', 'sqlite', "export type { Database } from 'better-sqlite3-multiple-ciphers';"),
  breach('relay', 'dom', 'export const a = document;', "'document'"),
  fine('relay', 'node', 'export const a: string = process.version;'),
  fine('preload', 'dom', 'export const a: string = document.title;'),
  breach('renderer', 'fs', "export * as fs from 'node:fs';", "'node:fs'"),
  breach('renderer', 'node', 'export const a = process;', "'process'"),
  fine('renderer', 'dom', 'export const a: string = document.title;'),
  fine('renderer', 'css', "import '@mantine/core/styles.css';\nexport const a = 1;"),
  // The strictness that every layer shares.
  breach('main', 'index', 'export const a = (b: string[]): string => b[0];', 'TS2322'),
  breach('main', 'exact', 'export const a: { b?: string } = { b: undefined };', 'TS2375'),
  breach('main', 'enum', 'export enum A { B }', 'TS1294'),
  breach('main', 'type', "import { A } from './fine-type.ts';\nexport const b: A = 1;", 'TS1484'),
  fine('main', 'type', 'export type A = number;'),
];

const layers = [
  'contract',
  'platform',
  'team-log',
  'bridge',
  'sandbox',
  'main',
  'relay',
  'preload',
  'renderer',
];

test('each layer compiles with its own globals and no others', async () => {
  const tree = plantTree(Object.fromEntries(cases.map(({ path, line }) => [path, `${line}\n`])), [
    'tsconfig.base.json',
    ...layers.map((layer) => `tsconfig.${layer}.json`),
  ]);
  const { output } = await runCommand(
    ['tsc', '-b', '--pretty', 'false', ...layers.map((layer) => `${tree}/tsconfig.${layer}.json`)],
    {},
  );
  const errors = output.split('\n');
  const wrong = cases.filter(({ path, complaint }) => {
    const named = errors.filter((line) => line.includes(path));
    return complaint === null ? named.length > 0 : !named.some((line) => line.includes(complaint));
  });
  expect({ wrong, output: wrong.length > 0 ? output : '' }).toEqual({ wrong: [], output: '' });
});

test('every source file belongs to a layer of `tsc -b`', () => {
  const configs = parse('tsconfig.json').projectReferences ?? [];
  const compiled = new Set(
    configs.flatMap(({ path }) =>
      parse(relative(root, path)).fileNames.map((file) => resolve(file)),
    ),
  );
  const sources = globSync(['{src,tests}/**/*.{ts,tsx}', '*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((file) => !compiled.has(join(root, file)))).toEqual([]);
});

function parse(config: string): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(join(root, config), {}, host);
  if (!parsed) throw new Error(`${config} can't be read`);
  return parsed;
}
