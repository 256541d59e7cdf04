/** Servers under measurement: started as a process each, waited for, and ended by their own handle. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { smallProcess } from '../../src/main/hosts/cli/small-process.ts';
import { environmentWith } from '../support/environment.ts';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Runs a program to its end, as `npm start` runs the console. Resolves to the JSON that it printed. */
export async function runSmall(
  program: string,
  args: readonly (string | number)[],
): Promise<unknown> {
  const { options, variables } = smallProcess;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...options, program, ...args.map(String)],
    { env: environmentWith(variables) },
  );
  return JSON.parse(stdout);
}

export interface Started {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program without a shell, its output kept for the message of a failure. */
export function start(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Started & { output(): string } {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentWith(variables),
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    child,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = wait(5_000, 'late', { ref: false });
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The first line that the program prints on standard output. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no standard output');
  for await (const text of createInterface({ input: child.stdout })) return text;
  throw new Error('the program ended without a line');
}

/** Asks the address until it answers at all; gives up after a minute. */
export async function untilAnswers(url: string, started: { output(): string }): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    try {
      await fetch(url, { redirect: 'manual' });
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error(`${url} never answered: ${started.output()}`);
}
