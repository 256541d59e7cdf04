/** Starts the built Electron program with Chromium for Electron, and drives the pages it opened. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { root } from '../run-command.ts';

const register = join(root, 'tests/support/electron-in-chromium/register.ts');
const builtProgram = join(root, 'out/main/electron.js');

export interface StandInProcess {
  /** The window whose address begins so, once there is one. */
  window(address: string): Promise<Page>;
  stdout(): string;
  stderr(): string;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends it, as a person's quit does unless told. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** How long Chromium and the console may take to open, in milliseconds. */
const patience = 30_000;

export interface StandInOptions {
  /** The one that was built, unless told. */
  readonly program?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function startStandIn(
  args: readonly string[],
  { program = builtProgram, env = {} }: StandInOptions = {},
): Promise<StandInProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', register, program, ...args], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      CAUSEWAY_DEVTOOLS_PORT: String(port),
      ELECTRON_RENDERER_URL: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let browser: Browser | null = null;
  return {
    async window(address) {
      browser ??= await attempt(() => chromium.connectOverCDP(`http://127.0.0.1:${port}`));
      const connected = browser;
      return await attempt(() => {
        const pages = connected.contexts().flatMap((context) => context.pages());
        const page = pages.find((one) => one.url().startsWith(address));
        if (page === undefined) throw new Error(`No window is at ${address}.\n${output.stderr}`);
        return page;
      });
    },
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    async stop(signal = 'SIGTERM') {
      await browser?.close().catch(() => undefined);
      child.kill(signal);
      return await ended;
    },
  };
}

/** Asks again until it answers. */
async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - started > patience) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
