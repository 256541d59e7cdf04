/** A program that a test runs beside itself, and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when it listens on the port; rejects with what it wrote when it ends before. */
export async function startProgram(
  file: string,
  args: readonly string[],
  port: number,
): Promise<Program> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written = (written + chunk.toString('utf8')).slice(-4_000);
    });
  }
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error(`${file} ended before it listened: ${written}`);
  });
  failed.catch(() => undefined);
  await Promise.race([failed, listening(port)]);
  return { pid: child.pid ?? 0, stop: () => stop(child, ended) };
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (await accepts(port)) return;
    await pause(25);
  }
  throw new Error(`nothing listens on port ${port}`);
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const done = (came: boolean) => {
      socket.destroy();
      resolve(came);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
