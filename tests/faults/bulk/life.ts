/** One life of the process that sends the rows: it is told what to do, and killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BulkRunState } from '../../../src/bridge/bulk.ts';
import { endedByKill } from '../proof.ts';
import type { Service } from './host.ts';

/** The newest run, when nothing is sent any more. */
export interface Rest {
  readonly state: BulkRunState | 'none';
  /** Rows that a person stopped. */
  readonly unsent: number;
  readonly runId: string;
}

export type Command = 'look' | 'start' | 'go-on' | 'pause' | 'stop';

export interface Life {
  /**
   * Resolves once it was obeyed and nothing is sent any more; to null when it was killed before. After
   * `most` requests it waits for the next command.
   */
  command(command: Command, most?: number): Promise<Rest | null>;
  /** kill -9; resolves when it is gone and all that it said was heard. */
  kill(): Promise<void>;
  /** Ends it if it lives still. */
  end(): Promise<void>;
}

/** What a life tells beside how it rests. */
export interface ReceivedMark {
  /** Told the row before each request. */
  readonly onSent: (row: number) => void;
  /** An answer came on a connection that was used before. */
  readonly onKept: () => void;
}

export function startLife(
  directory: string,
  { baseUrl, token }: Service,
  { onSent, onKept }: ReceivedMark,
): Life {
  const script = fileURLToPath(new URL('./run-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory, baseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // What is said to one that was killed is lost, and no failure.
  child.stdin.on('error', () => undefined);
  // No argument: those of a process are anybody's to read.
  child.stdin.write(`${token}\n`);
  const ended = once(child, 'close');
  const waiting = new Map<string, PromiseWithResolvers<Rest | null>>();
  let isEnded = false;
  let commands = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, first = '', state, unsent, runId = ''] = line.split(' ');
    if (word === 'sent') onSent(Number(first));
    else if (word === 'kept') onKept();
    else {
      waiting.get(first)?.resolve({ state: state as Rest['state'], unsent: Number(unsent), runId });
      waiting.delete(first);
    }
  });
  child.on('close', (code, signal) => {
    isEnded = true;
    const failure = new Error(`The process ended by itself: ${code}`);
    for (const { resolve, reject } of waiting.values()) {
      if (signal === 'SIGKILL') resolve(null);
      else reject(failure);
    }
    waiting.clear();
  });
  return {
    command(command, most = Number.POSITIVE_INFINITY) {
      if (isEnded) return Promise.resolve(null);
      commands += 1;
      const rest = Promise.withResolvers<Rest | null>();
      waiting.set(String(commands), rest);
      child.stdin.write(`${commands} ${command} ${most}\n`);
      return rest.promise;
    },
    async kill() {
      child.kill('SIGKILL');
      await endedByKill(ended, 'The process');
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
