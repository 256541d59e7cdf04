import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { runToEnd } from '../../support/console-process.ts';
import { root } from '../../support/run-command.ts';

let dataDir: string;
let npm: ChildProcess;

beforeAll(() => buildWhenStale({ root, say: () => {} }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-npm-'));
});

afterEach(async () => {
  npm.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const options = () => [
  '--browser',
  '--json',
  '--no-open',
  '--ephemeral',
  '--port',
  '0',
  '--data-dir',
  dataDir,
];

/** Starts npm as a person does, and waits for the console under it. */
async function start(): Promise<{ readonly exited: Promise<number | null> }> {
  npm = spawn('npm', ['--silent', 'start', '--', ...options()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<number | null>((done) => npm.once('exit', done));
  const lines = createInterface({ input: npm.stdout ?? process.stdin });
  const line = await new Promise<string>((done) => lines.once('line', done));
  expect(JSON.parse(line)).toMatchObject({ dataDir });
  return { exited };
}

/** Whether another process can have the directory now. */
async function isFree(): Promise<boolean> {
  const program = join(root, 'tests/faults/hosts/try-directory.ts');
  return (await runToEnd([dataDir], { program: [program] })).code === 0;
}

describe('npm start', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)(
    'on %s waits for the console and ends well',
    async (signal) => {
      const { exited } = await start();
      expect(await isFree()).toBe(false);
      npm.kill(signal);
      expect(await exited).toBe(0);
      expect(await isFree()).toBe(true);
    },
  );

  test('that is killed takes the console along', async () => {
    const { exited } = await start();
    npm.kill('SIGKILL');
    await exited;
    await expect.poll(isFree, { interval: 200 }).toBe(true);
  });
});
