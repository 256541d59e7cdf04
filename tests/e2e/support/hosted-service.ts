import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { root } from '../../support/run-command.ts';

/** What can be counted behind the service's back (docs/sandbox.md, control plane). */
export type Kind = 'customers' | 'virtual-accounts' | 'webhooks';

/** The sandbox as a process of its own, for profiles that are not the built-in one. */
export interface HostedService {
  readonly baseUrl: string;
  /** A token that the service takes, for 30 days. */
  readonly token: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** Calls the control plane; rejects when it refuses. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Sets a fault, once unless it says otherwise. */
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  /** Records that exist at the service. */
  list(kind: Kind): Promise<readonly Record<string, unknown>[]>;
  /** A token of other terms: expired, of the other environment. */
  makeToken(terms: Readonly<Record<string, unknown>>): Promise<string>;
  /** Calls an operation past the console. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The service is gone; its address answers nobody. */
  stop(): Promise<void>;
}

const firstLine = z.object({
  baseUrl: z.url(),
  controlUrl: z.url(),
  token: z.string(),
  controlToken: z.string(),
});

const listed = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

/** Starts the built sandbox in memory, on any port of loopback; `more` are arguments of its own. */
export async function startHostedService(more: readonly string[] = []): Promise<HostedService> {
  const program = join(root, 'out/main/sandbox.js');
  const child = spawn(process.execPath, [program, '--json', '--port', '0', ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const line = await new Promise<string>((done, fail) => {
    child.once('error', fail);
    child.once('close', () => fail(new Error('The sandbox ended before its first line.')));
    createInterface({ input: child.stdout }).once('line', done);
  });
  const { baseUrl, controlUrl, token, controlToken } = firstLine.parse(JSON.parse(line));

  const control = (method: string, path: string, body?: unknown) =>
    ask(`${controlUrl}${path}`, { method, token: controlToken, body });
  return {
    baseUrl,
    token,
    control,
    controlUrl,
    controlToken,
    async fault(fault) {
      await control('POST', '/faults', fault);
    },
    async list(kind) {
      return listed.parse(await control('GET', `/list/${kind}?limit=1000`)).items;
    },
    async makeToken(terms) {
      return z.object({ token: z.string() }).parse(await control('POST', '/tokens', terms)).token;
    },
    call: (method, path, body) => ask(`${baseUrl}${path}`, { method, token, body }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Question {
  readonly method: string;
  readonly token: string;
  readonly body: unknown;
}

async function ask(url: string, { method, token, body }: Question): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
