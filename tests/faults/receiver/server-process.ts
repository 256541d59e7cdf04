/** serve.ts as a process: started, waited for, and ended by its own handle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Of the receiver itself, which a wrapper may keep signals from. */
  readonly pid: number;
  /** Lines after the first. */
  readonly lines: AsyncIterator<string>;
  readonly ended: Promise<unknown>;
}

/** `wrapper` runs it under another program, for example strace. */
export async function startServer(
  directory: string,
  wrapper: readonly string[] = [],
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, script, directory];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done === true) throw new Error('The receiver ended before it listened.');
  const { port, pid } = JSON.parse(first.value) as { port: number; pid: number };
  return { child, port, pid, lines, ended };
}
