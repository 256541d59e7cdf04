/** Builds the programs and the page, when what is there is not what the sources say. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whileHolding } from './build-lock.ts';
import { hashInputs } from './inputs.ts';

/** What a build leaves that the commands need. */
const products = ['main/browser.js', 'main/sandbox.js', 'renderer/index.html'];

const stampFile = (root: string): string => join(root, 'out/build-stamp');

export interface BuildOptions {
  /** Folder of the project. */
  readonly root: string;
  /** Says a line to the person; never on stdout, which belongs to the command. */
  say(line: string): void;
  /** The build itself; resolves to whether it went well. */
  readonly run?: (root: string) => Promise<boolean>;
}

/** The build did not go well; what it said is on stderr. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** Builds when stale. Resolves to whether it had to. */
export async function buildWhenStale(options: BuildOptions): Promise<boolean> {
  if (await isFresh(options.root)) return false;
  return await whileHolding(join(options.root, '.cache/build.lock'), async () => {
    // Another process may have built while this one waited.
    if (await isFresh(options.root)) return false;
    options.say('Building Causeway (a few seconds, once) …');
    await build(options);
    return true;
  });
}

/** Builds in any case. */
export async function build({ root, run = runElectronVite }: BuildOptions): Promise<void> {
  // Taken before: a file that changes meanwhile makes the next start build again.
  const inputs = hashInputs({ root, read: 'all' });
  await rm(stampFile(root), { force: true });
  if (!(await run(root))) throw new BuildFailed('The build failed; its output is above.');
  await writeFile(stampFile(root), inputs);
}

/** Whether what was built is what the sources say. */
export async function isFresh(root: string): Promise<boolean> {
  if (!products.every((file) => existsSync(join(root, 'out', file)))) return false;
  const stamp = await readFile(stampFile(root), 'utf8').catch(() => '');
  return stamp !== '' && stamp === hashInputs({ root, read: 'touched' });
}

/** The build's words go to stderr, both its stdout and its stderr. */
function runElectronVite(root: string): Promise<boolean> {
  const bin = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [bin, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code === 0));
  });
}
