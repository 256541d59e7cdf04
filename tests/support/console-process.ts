import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { askForLink } from '../../src/main/hosts/browser/control-client.ts';
import { root } from './run-command.ts';

/** The built program of the browser host. */
export const builtProgram = join(root, 'out/main/browser.js');

export interface ConsoleProcess {
  /** Link with its one-time code, as it was printed. */
  readonly url: string;
  /** `http://<name>.localhost:<port>`; Node asks it through askOrigin. */
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything on stdout so far. */
  stdout(): string;
  stderr(): string;
  /** Another link, as a second `npm start` gets it. */
  freshLink(): Promise<string>;
  /** Resolves to the exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Resolves to exit code and signal once it has ended. */
  readonly closed: Promise<unknown>;
  /** Sends the signal and resolves to the exit code; null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ConsoleProcessOptions {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** What Node runs; the built program unless told. */
  readonly program?: readonly string[];
}

const firstLine = z.strictObject({ url: z.url(), dataDir: z.string() });

/** Starts the console on a port of its own and waits for its line of JSON. */
export async function startConsole(options: ConsoleProcessOptions): Promise<ConsoleProcess> {
  const { dataDir, args = [], env = {}, program = [builtProgram] } = options;
  const fixed = ['--browser', '--json', '--no-open', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, [...program, ...fixed, ...args], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = exitOf(child);
  const closed = once(child, 'close');
  const line = await Promise.race([
    lineOf(child),
    ended.then((code) => {
      throw new Error(
        `The console ended with code ${code} before its first line.\n${output.stderr}`,
      );
    }),
  ]);
  const told = firstLine.parse(JSON.parse(line));
  return {
    ...told,
    origin: new URL(told.url).origin,
    pid: child.pid ?? -1,
    ended,
    closed,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async freshLink() {
      // However long a busy console takes.
      const link = await askForLink(told.dataDir, 30_000);
      if (link === null) throw new Error('The console gave no fresh link.');
      return link;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

/** Runs the program to its end, for starts that are meant to fail. */
export async function runToEnd(
  args: readonly string[],
  { program = [builtProgram], env = {} }: Pick<ConsoleProcessOptions, 'program' | 'env'> = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  return { code: await exitOf(child), ...output };
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.once('close', (code) => done(code)));

function lineOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', done);
  });
}
