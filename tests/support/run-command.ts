import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';

export interface CommandResult {
  readonly ok: boolean;
  /** What the program wrote to stdout and stderr; empty when it was shown live. */
  readonly output: string;
  readonly seconds: number;
}

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Shows the output as it comes in place of collecting it. */
  readonly live?: boolean;
  /** Below other programs where the processor is short, with all that it starts. */
  readonly givesWay?: boolean;
}

/** Nothing here takes this long, on a busy machine either; what does hangs, and is ended. */
const TIMEOUT_MILLISECONDS = 40 * 60_000;

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '../..');

const path = [resolve(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

/** Runs a program of this project to its end, with its own Node first in the path and no stdin. */
export function runCommand(
  argv: readonly string[],
  { env = {}, live = false, givesWay = false }: CommandOptions = {},
): Promise<CommandResult> {
  const [command = '', ...args] = argv;
  const started = performance.now();
  const chunks: Buffer[] = [];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    shell: process.platform === 'win32',
    timeout: TIMEOUT_MILLISECONDS,
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  if (givesWay) giveWay(child.pid);
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => {
    const finish = (ok: boolean, extra = '') =>
      done({
        ok,
        output: Buffer.concat(chunks).toString() + extra,
        seconds: (performance.now() - started) / 1000,
      });
    child.on('error', (error) => finish(false, `${command}: ${error.message}\n`));
    child.on('close', (code) => finish(code === 0));
  });
}

/** What it starts later inherits it. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
