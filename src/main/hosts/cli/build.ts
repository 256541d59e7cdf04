/** Builds the programs and the page, when what is there is not what the sources say. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../../platform/error-code.ts';
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

/** Runs the work while no other process holds the lock. A lock whose process is gone is taken over. */
async function whileHolding<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  while (!(await take(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true });
    else await pause(100);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** A link appears whole, with the process in it, or not at all. */
async function take(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(() => String(process.pid)));
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
