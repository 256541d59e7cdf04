/**
 * The sandbox (authenticated, validated, stateful, durable) against two mock servers on the same
 * OpenAPI document, in turn, in one run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Figure } from './figure.ts';
import { type Request, requestsPerSecond } from './load.ts';
import { firstLine, freePort, start, untilAnswers } from './processes.ts';
import { median } from './statistics.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const document = path('../../docs/openapi.json');
const builtSandbox = path('../../out/main/sandbox.js');

/** A server under measurement, and what is asked of it. */
interface Contestant {
  readonly name: 'sandbox' | 'prism' | 'mockoon';
  readonly get: Request;
  readonly post: Request;
  stop(): Promise<void>;
}

const customer = JSON.stringify({ type: 'individual', email: 'ada@example.com' });

const asked = (baseUrl: string, token: string, eventId: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: { method: 'GET', url: `${baseUrl}/v1/event/${eventId}`, headers },
    post: {
      method: 'POST',
      url: `${baseUrl}/v2/customer`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: customer,
    },
  } as const;
};

const hello = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  token: z.string(),
  controlToken: z.string(),
});

async function startSandbox(): Promise<Contestant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const server = start(process.execPath, [
    builtSandbox,
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--json',
  ]);
  const { baseUrl, controlUrl, token, controlToken } = hello.parse(
    JSON.parse(await firstLine(server.child)),
  );
  const eventId = await anEvent(controlUrl, controlToken);
  return {
    name: 'sandbox',
    ...asked(baseUrl, token, eventId),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Makes the sandbox hold an event of the size that the document's example has. */
async function anEvent(controlUrl: string, controlToken: string): Promise<string> {
  const response = await fetch(`${controlUrl}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'wallet.create' }),
  });
  const body = z.object({ event: z.object({ id: z.string() }) }).parse(await response.json());
  return body.event.id;
}

async function startPeer(
  name: 'prism' | 'mockoon',
  program: string,
  args: (port: string) => readonly string[],
): Promise<Contestant> {
  const port = await freePort();
  const server = start(process.execPath, [path(program), ...args(String(port))]);
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilAnswers(baseUrl, server);
  return { name, ...asked(baseUrl, 'a.b.c', 'event_1a2b3c'), stop: server.stop };
}

const startPrism = () =>
  startPeer('prism', './node_modules/@stoplight/prism-cli/dist/index.js', (port) => [
    'mock',
    document,
    '--port',
    port,
    '--verboseLevel',
    'silent',
  ]);

const startMockoon = () =>
  startPeer('mockoon', './node_modules/@mockoon/cli/bin/run.js', (port) => [
    'start',
    '--data',
    document,
    '--port',
    port,
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
    '--disable-admin-api',
    '--max-transaction-logs',
    '0',
  ]);

/** What the figures have to be, against each peer. */
const bounds = [
  { operation: 'get', peer: 'prism', atLeast: 10 },
  { operation: 'get', peer: 'mockoon', atLeast: 20 },
  { operation: 'post', peer: 'prism', atLeast: 5 },
  { operation: 'post', peer: 'mockoon', atLeast: 10 },
] as const;

const operationNames = { get: 'GET an event', post: 'POST a customer' } as const;

/** Measures in rounds, everyone in turn, so that a drift of the machine meets all alike. */
export async function sandboxSpeed(rounds: number, seconds: number): Promise<Figure[]> {
  const seen = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const begin of [startSandbox, startPrism, startMockoon]) {
      const contestant = await begin();
      try {
        for (const operation of ['get', 'post'] as const) {
          await requestsPerSecond(contestant[operation], 1);
          const rate = await requestsPerSecond(contestant[operation], seconds);
          const key = `${contestant.name} ${operation}`;
          seen.set(key, [...(seen.get(key) ?? []), rate]);
        }
      } finally {
        await contestant.stop();
      }
    }
  }
  const rate = (name: string, operation: string) => median(seen.get(`${name} ${operation}`) ?? []);
  return bounds.map(({ operation, peer, atLeast }) => {
    const ours = rate('sandbox', operation);
    const theirs = rate(peer, operation);
    return {
      name: `${operationNames[operation]}, sandbox against ${peer}`,
      value: ours / theirs,
      unit: 'times',
      atLeast,
      basis: `${Math.round(ours)} against ${Math.round(theirs)} a second, median of ${rounds}`,
    };
  });
}
