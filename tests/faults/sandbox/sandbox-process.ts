/** The sandbox as a process that can be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Client, clientOf, type Endpoint } from '../../../src/sandbox/testing/harness.ts';
import { endedByKill } from '../proof.ts';

export interface SandboxProcess {
  readonly client: Client;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL('../../../src/sandbox/cli.ts', import.meta.url));

/** Resolves once it listens. Private deliveries are allowed, and this authority is trusted. */
export async function startSandboxProcess(
  dataDir: string,
  caFile: string,
): Promise<SandboxProcess> {
  const args = [
    '--json',
    '--data-dir',
    dataDir,
    '--trust-ca',
    caFile,
    '--allow-private-deliveries',
  ];
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(([code]) => {
      throw new Error(`The sandbox ended by itself: ${code}`);
    }),
  ]);
  return {
    client: clientOf(JSON.parse(line) as Endpoint),
    async kill() {
      child.kill('SIGKILL');
      await endedByKill(ended, 'The sandbox');
    },
  };
}
