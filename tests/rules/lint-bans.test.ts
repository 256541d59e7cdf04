import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { plantTree } from './fixture.ts';

interface Ban {
  /** What Biome names: the rule, or the beginning of a plugin's message. */
  readonly names: string;
  /** Each line breaks the rule by itself. */
  readonly lines: readonly string[];
  readonly bannedIn: readonly string[];
  readonly allowedIn: readonly string[];
  /** Of the files; `ts` unless it says otherwise. */
  readonly extension?: 'tsx';
}

const bans: readonly Ban[] = [
  {
    names: 'no-raw-ipc-main',
    lines: [
      "import { ipcMain } from 'electron';",
      "import { ipcMain as main } from 'electron';",
      "import electron from 'electron';\nexport const main = electron.ipcMain;",
    ],
    bannedIn: ['src/main/console', 'src/main/hosts/browser', 'src/renderer'],
    allowedIn: ['src/main/hosts/electron'],
  },
  {
    names: 'no-raw-keytar',
    lines: [
      "import keytar from 'keytar';",
      "import type { getPassword } from 'keytar';",
      "export { setPassword } from 'keytar';",
      "export const keytar = import('keytar');",
    ],
    bannedIn: ['src/main/console', 'src/main/hosts/electron', 'tests/e2e'],
    allowedIn: ['src/main/core/vault', 'tests/keychain'],
  },
  {
    names: 'no-process-env',
    lines: [
      "export const a = process.env['A'];",
      "export const a = process['env'];",
      'export const { env } = process;',
      "import { env } from 'node:process';",
    ],
    bannedIn: ['src/main/console', 'src/sandbox', 'src/renderer', 'tests/e2e'],
    allowedIn: ['src/main/hosts/cli', 'src/main/hosts/browser', 'tests/support'],
  },
  {
    names: 'no-own-thread',
    lines: [
      "export const a = new Worker('a.mjs');",
      "export const a = new Worker('a.mjs', { env: {} });",
    ],
    bannedIn: ['src/main/features/timeline', 'src/platform', 'src/sandbox'],
    allowedIn: ['tests/e2e'],
  },
  {
    names: 'no-own-json',
    lines: [
      'export const a = shape.parse(JSON.parse(text));',
      'export const a = shape.safeParse(JSON.parse(text)).data;',
      'export const a = z.string().parse(JSON.parse(text));',
    ],
    bannedIn: ['src/main/features/team', 'src/sandbox', 'src/team-log', 'src/relay'],
    allowedIn: ['src/platform', 'tests/e2e'],
  },
  {
    names: 'no-spread-literal',
    lines: [
      'export const a = { ...{ one: 1, two: 2 }, three: 3 };',
      'export const a = [...[1, 2], 3];',
    ],
    bannedIn: ['src/main/console', 'src/renderer', 'tests/support'],
    allowedIn: [],
  },
  {
    names: 'no-ambient-clock',
    lines: [
      'export const a = Date.now();',
      'export const a = new Date();',
      'export const a = Date();',
      'export const { now } = Date;',
    ],
    bannedIn: ['src/main/console', 'src/sandbox', 'src/renderer', 'src/main/core/foundation'],
    allowedIn: ['tests/e2e'],
  },
  {
    names: 'no-random',
    lines: ['export const a = Math.random();', 'export const { random } = Math;'],
    bannedIn: ['src/main/core/foundation', 'src/sandbox', 'src/renderer'],
    allowedIn: ['tests/faults'],
  },
  {
    names: 'no-way-out',
    lines: [
      "window.open('/a');",
      "location.assign('/a');",
      "window.location.href = 'https://a.example';",
      'export const a = new RTCPeerConnection();',
      'export const a = <a href="https://a.example">a</a>;',
      'export const a = (to: string) => <Anchor href={to}>a</Anchor>;',
      'export const a = <Anchor component={Link} href="//a.example">a</Anchor>;',
      'export const a = <Button component="a" href={`https://a.example`} />;',
      'export const a = <form action="https://a.example" />;',
      'export const a = <button formAction="https://a.example">a</button>;',
    ],
    bannedIn: ['src/renderer', 'src/renderer/features/settings'],
    allowedIn: ['src/renderer/components/secret-entry', 'src/main/hosts/browser'],
    extension: 'tsx',
  },
  {
    names: 'no-way-out',
    lines: [
      'export const a = <a href={hashHref(to)}>a</a>;',
      'export const a = <Anchor component={Link} href={paths.bulk} inherit>a</Anchor>;',
      'export const a = <form noValidate onSubmit={send} />;',
    ],
    bannedIn: [],
    allowedIn: ['src/renderer/features'],
    extension: 'tsx',
  },
  {
    names: 'style/noRestrictedGlobals',
    lines: ["console.log('a');", "console.error('a');", 'export const { log } = console;'],
    bannedIn: ['src/main/console', 'src/sandbox', 'src/renderer', 'src/main/hosts/electron'],
    allowedIn: ['src/main/hosts/cli', 'src/sandbox/cli', 'tests/support'],
  },
  {
    names: 'style/noDefaultExport',
    lines: ['export default 1;'],
    bannedIn: ['src/main/console', 'src/renderer', 'tests/support'],
    allowedIn: [],
  },
  {
    names: 'suspicious/noExplicitAny',
    lines: ['export const a: any = 1;'],
    bannedIn: ['src/main/console', 'src/contract', 'tests/support'],
    allowedIn: [],
  },
  {
    names: 'performance/noBarrelFile',
    lines: ["export { a } from './a.ts';\nexport { b } from './b.ts';"],
    bannedIn: ['src/main/console', 'src/renderer/features'],
    allowedIn: [],
  },
  {
    names: 'correctness/useImportExtensions',
    lines: ["import { a } from './target';\nexport const b = a;"],
    bannedIn: ['src/contract', 'src/renderer', 'tests/support'],
    allowedIn: [],
  },
  {
    names: 'style/noExcessiveLinesPerFile',
    lines: [`export const a = [\n${'1,\n'.repeat(400)}];`],
    bannedIn: ['src/contract'],
    allowedIn: [],
  },
  {
    names: 'nursery/noPlaywrightWaitForTimeout',
    lines: ['export const a = (page: Page) => page.waitForTimeout(5);'],
    bannedIn: ['tests/e2e'],
    allowedIn: [],
  },
  {
    names: 'nursery/noFloatingPromises',
    lines: ['async function a() {}\na();'],
    bannedIn: ['src/main/console', 'tests/e2e'],
    allowedIn: [],
  },
  {
    names: 'style/noEnum',
    lines: ['export enum A { B }'],
    bannedIn: ['src/contract'],
    allowedIn: [],
  },
];

/** Single files with an exception, or the lack of one, of their own. */
const singles: readonly { path: string; line: string; names: string; isBanned: boolean }[] = [
  ['src/platform/clock.ts', 'export const a = Date.now();', 'no-ambient-clock', false],
  ['src/sandbox/clock.ts', 'export const a = new Date();', 'no-ambient-clock', true],
  ['src/platform/thread.ts', "export const a = new Worker('a.mjs');", 'no-own-thread', false],
  ['src/renderer/app/clock.ts', 'export const a = Date.now();', 'no-ambient-clock', false],
  ['src/renderer/clock.ts', 'export const a = new Date();', 'no-ambient-clock', true],
  ['src/main/console/a.test.ts', 'export const a = Date.now();', 'no-ambient-clock', false],
  ['src/main/console/b.test.ts', 'export const a = Math.random();', 'no-random', true],
  ['src/main/console/given.ts', 'export const a = new Date(0);', 'no-ambient-clock', false],
  ['src/sandbox/cli.ts', "console.log('a');", 'style/noRestrictedGlobals', false],
  ['any.config.ts', 'export default 1;', 'style/noDefaultExport', false],
  ['src/contract/index.ts', "export { a } from './a.ts';", 'performance/noBarrelFile', false],
  [
    'src/main/core/vault/index.ts',
    "export { a } from './a.ts';",
    'performance/noBarrelFile',
    false,
  ],
  [
    'src/renderer/features/index.ts',
    "export { a } from './a.ts';",
    'performance/noBarrelFile',
    true,
  ],
  ['src/contract/notKebab.ts', 'export const a = 1;', 'style/useFilenamingConvention', true],
].map(([path, line, names, isBanned]) => ({
  path: String(path),
  line: String(line),
  names: String(names),
  isBanned: isBanned === true,
}));

const planted = bans.flatMap((ban, number) =>
  ban.lines.flatMap((line, index) => [
    ...ban.bannedIn.map((folder) => ({
      path: `${folder}/breach-${number}-${index}.${ban.extension ?? 'ts'}`,
      line,
      names: ban.names,
      isBanned: true,
    })),
    ...ban.allowedIn.map((folder) => ({
      path: `${folder}/fine-${number}-${index}.${ban.extension ?? 'ts'}`,
      line,
      names: ban.names,
      isBanned: false,
    })),
  ]),
);

/** What an import without its extension leads to; Biome speaks of imports that lead somewhere. */
const targets = ['src/contract', 'src/renderer', 'tests/support'].map(
  (folder) => [`${folder}/target.ts`, 'export const a = 1;'] as const,
);

test('every ban is named where it holds and silent where it does not', async () => {
  const cases = [...planted, ...singles];
  const tree = plantTree(
    Object.fromEntries([...targets, ...cases.map(({ path, line }) => [path, `${line}\n`])]),
    ['biome.json', 'tests/rules/lint'],
  );
  const { output, ok } = await runCommand([
    'biome',
    'lint',
    '--vcs-enabled=false',
    '--colors=off',
    '--reporter=github',
    '--max-diagnostics=none',
    `--config-path=${tree}`,
    ...['src', 'tests', 'any.config.ts'].map((path) => `${tree}/${path}`),
  ]);
  expect(ok).toBe(false);

  const diagnostics = output.split('\n').filter((line) => line.startsWith('::'));
  const wrong = cases.filter(({ path, names, isBanned }) => {
    const isNamed = diagnostics.some((line) => line.includes(`/${path},`) && line.includes(names));
    return isNamed !== isBanned;
  });
  expect(wrong).toEqual([]);
});
