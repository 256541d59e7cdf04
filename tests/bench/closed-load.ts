/**
 * Deliveries as fast as they are answered, sent by wrk: a program in C, so that nearly all of the processor
 * is left to what is measured. In production the sender is another computer.
 */
import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { numberedDelivery } from '../faults/receiver/sender.ts';
import { quickFolder } from '../support/quick-folder.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./deliveries.lua', import.meta.url));

/** More than any server here answers in a second: what runs out would cap the faster of two. */
const MOST_A_SECOND = 60_000;
/** A first, shorter run warms a server up and does not count. */
const WARM_UP_SECONDS = 2;
/** Requests written together. */
const AT_ONCE = 1_000;

/** All of one length. Every third is one that was sent before. */
function requestOf(name: string, turn: number): Uint8Array {
  const fresh = turn - Math.floor(turn / 3);
  const index = turn % 3 === 2 ? Math.floor(fresh / 2) : fresh;
  return numberedDelivery(`${name}_${String(index).padStart(8, '0')}`, 700).request;
}

interface Prepared {
  readonly port: number;
  readonly seconds: number;
  readonly file: string;
  /** Bytes of each request. */
  readonly size: number;
}

/** Made before the clock runs: signing is the sender's work, and not what is measured. */
function prepare(
  folder: string,
  name: string,
  seconds: number,
  most: number,
): Omit<Prepared, 'port'> {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  for (let turn = 0; turn < seconds * most; turn += AT_ONCE) {
    const turns = Array.from({ length: AT_ONCE }, (_, index) => requestOf(name, turn + index));
    writeSync(file, Buffer.concat(turns));
  }
  closeSync(file);
  return { seconds, file: path, size: requestOf(name, 0).length };
}

const result = z.object({
  answered: z.number(),
  /** Answered otherwise than with 200, and the status of the last of these. */
  others: z.number(),
  last: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  errors: z.object({
    connect: z.number(),
    read: z.number(),
    write: z.number(),
    timeout: z.number(),
  }),
});

/** `answers other than 200: 12 (last 503); timeouts: 3` */
function problemsOf({ answered, others, last, errors }: z.infer<typeof result>): string {
  const counts = {
    [`answers other than 200: ${others} (last ${last})`]: others,
    [`connections that failed: ${errors.connect}`]: errors.connect,
    [`reads that failed: ${errors.read}`]: errors.read,
    [`writes that failed: ${errors.write}`]: errors.write,
    [`timeouts: ${errors.timeout}`]: errors.timeout,
    'no answer': answered === 0 ? 1 : 0,
  };
  return Object.keys(counts)
    .filter((problem) => counts[problem] !== 0)
    .join('; ');
}

/** Throws on any answer but 200, and on none. */
async function send({ port, seconds, file, size }: Prepared, connections: number) {
  const args = ['-t', 1, '-c', connections, '-d', seconds, '-s', script];
  const all = [...args, `http://127.0.0.1:${port}`, '--', file, size].map(String);
  const { stdout } = await run('wrk', all);
  const sent = result.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
  const problems = problemsOf(sent);
  if (problems !== '') throw new Error(problems);
  return sent;
}

export interface ClosedLoad {
  /** Answered with 200 a second, by all servers together. */
  readonly perSecond: number;
  /** Processor time of the sender for a delivery, in microseconds. */
  readonly senderUs: number;
}

/** Loads these servers at once, each over its part of the connections. All is prepared before it is sent. */
export async function closed(
  ports: readonly number[],
  seconds: number,
  connections: number,
  onPrepared: () => void = () => {},
): Promise<ClosedLoad> {
  const folder = await mkdtemp(join(quickFolder(), 'causeway-bench-'));
  const prepareAll = (name: string, forSeconds: number) =>
    ports.map((port) => ({
      ...prepare(folder, `${name}_${port}`, forSeconds, MOST_A_SECOND / ports.length),
      port,
    }));
  const sendAll = (prepared: readonly Prepared[]) =>
    Promise.all(prepared.map((one) => send(one, connections / ports.length)));
  try {
    const first = prepareAll('first', WARM_UP_SECONDS);
    const counted = prepareAll('counted', seconds);
    onPrepared();
    await sendAll(first);
    const sent = await sendAll(counted);
    const sum = (of: (one: (typeof sent)[number]) => number) =>
      sent.reduce((all, one) => all + of(one), 0);
    return {
      perSecond: sum(({ answered, seconds: took }) => answered / took),
      senderUs: (sum(({ cpuSeconds }) => cpuSeconds) / sum(({ answered }) => answered)) * 1_000_000,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
