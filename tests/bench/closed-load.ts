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
  answered: z.number().positive(),
  others: z.literal(0),
  cut: z.literal(0),
  seconds: z.number(),
  cpuSeconds: z.number(),
});

/** Throws on any answer but 200, and on none. */
async function send({ port, seconds, file, size }: Prepared, connections: number) {
  const args = ['-t', 1, '-c', connections, '-d', seconds, '-s', script];
  const all = [...args, `http://127.0.0.1:${port}`, '--', file, size].map(String);
  const { stdout } = await run('wrk', all);
  return result.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
}

export interface ClosedLoad {
  /** Answered with 200 a second, by all servers together. */
  readonly perSecond: number;
  /** Processor time of the sender for a delivery, in microseconds. */
  readonly senderUs: number;
}

/** Loads these servers at once, each over its part of the connections. */
export async function closed(
  ports: readonly number[],
  seconds: number,
  connections: number,
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
    const [first, counted] = [prepareAll('first', WARM_UP_SECONDS), prepareAll('counted', seconds)];
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
