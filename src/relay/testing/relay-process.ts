/** A relay as a process of its own, from its sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../program.ts', import.meta.url));

export interface RelayProcess {
  /** The line that it printed first. */
  readonly card: string;
  readonly port: number;
  readonly pid: number;
  /** Log lines so far. */
  readonly lines: readonly string[];
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Resolves with the first log line that holds this text. */
  said(text: string): Promise<string>;
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

export interface RelayArguments {
  readonly team: string;
  readonly url: string;
  readonly key: string;
  readonly port?: number;
  /** More options. */
  readonly more?: readonly string[];
}

/** Resolves when it listens. Rejects with what it said where it ends before. */
export async function startRelayProcess(options: RelayArguments): Promise<RelayProcess> {
  const child = spawn(
    process.execPath,
    [
      program,
      '--team',
      options.team,
      '--key',
      options.key,
      '--name',
      'test',
      '--listen',
      `127.0.0.1:${options.port ?? 0}`,
      '--database-url',
      options.url,
      ...(options.more ?? []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener();
  });
  const said = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((line) => line.includes(text));
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`The relay ended: ${lines.join('\n')}`)));
    });
  const printed = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const listening = JSON.parse(await said('"listening"')) as { readonly port: number };
  const [card] = await printed;
  return {
    card,
    lines,
    said,
    ended,
    port: listening.port,
    pid: child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
  };
}
