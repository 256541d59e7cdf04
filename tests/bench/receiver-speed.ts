/**
 * The receiver (judged, sealed, durable) against a bare node:http server in the same run, and its
 * answer times at fixed rates.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type ClosedLoad, closed } from './closed-load.ts';
import type { Figure } from './figure.ts';
import { firstLine, start } from './processes.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const CONNECTIONS = 128;

const hello = z.object({ port: z.number() });
const quantiles = z.object({ p50: z.number(), p99: z.number() });
const openResult = quantiles.extend({
  answered: z.number(),
  sent: z.number(),
  again: z.number(),
  late: quantiles,
  statuses: z.record(z.string(), z.number()),
});

async function withServer<Result>(
  script: string,
  args: readonly string[],
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const server = start(process.execPath, [path(script), ...args]);
  try {
    const { port } = hello.parse(JSON.parse(await firstLine(server.child)));
    return await work(port);
  } finally {
    await server.stop();
  }
}

async function withReceiver<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    return await withServer('../faults/receiver/serve.ts', [directory], work);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function load(...args: readonly (string | number)[]): Promise<unknown> {
  const script = path('./receiver-load.ts');
  const { stdout } = await run(process.execPath, [script, ...args.map(String)]);
  return JSON.parse(stdout);
}

export async function open(port: number, rate: number, seconds: number) {
  await load('open', port, rate, 2);
  const result = openResult.parse(await load('open', port, rate, seconds));
  if (result.answered < result.sent || result.statuses['200'] !== result.answered) {
    throw new Error(`${result.sent} sent at ${rate}/s, but ${JSON.stringify(result.statuses)}`);
  }
  return result;
}

/** What a bare write and fdatasync of the same size take at the same rate, just before. */
async function floor(rate: number, seconds: number) {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    const args = [path('./sync-floor.ts'), directory, String(rate), String(seconds)];
    const { stdout } = await run(process.execPath, args);
    return quantiles.parse(JSON.parse(stdout));
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Answer times at a rate, beside what the disk alone took. */
async function openBesideFloor(rate: number, seconds: number) {
  const disk = await floor(rate, seconds);
  const { p50, p99, answered, late } = await withReceiver((port) => open(port, rate, seconds));
  const both = (one: z.infer<typeof quantiles>) =>
    `p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms`;
  const basis = `${answered} answers, p50 ${p50.toFixed(1)} ms; the disk alone: ${both(disk)}; sent late by: ${both(late)}`;
  return { p99, basis };
}

/** Connections that never bring a whole request, many more than the receiver keeps open. */
const SLOW = 5_000;
const RATE_BESIDE_SLOW = 100;

/** Genuine deliveries while so many slow connections are open or come again. Throws when any is lost. */
async function openBesideSlow(seconds: number) {
  return await withReceiver(async (port) => {
    const minutes = 60 * 10;
    const args = ['slow', port, SLOW, minutes].map(String);
    const slow = start(process.execPath, [path('./receiver-load.ts'), ...args]);
    try {
      await firstLine(slow.child);
      const { p50, p99, answered, again, late } = await open(port, RATE_BESIDE_SLOW, seconds);
      const basis = `all ${answered} answered at ${RATE_BESIDE_SLOW} a second, ${again} of them cut and sent again; p50 ${p50.toFixed(1)} ms, sent late by p99 ${late.p99.toFixed(1)} ms`;
      return { p99, basis };
    } finally {
      await slow.stop();
    }
  });
}

/** Rounds in turn, so that a drift of the machine meets both alike. */
export async function receiverSpeed(rounds: number, seconds: number): Promise<Figure[]> {
  const ours: ClosedLoad[] = [];
  const bare: ClosedLoad[] = [];
  const loaded = (port: number) => closed([port], seconds, CONNECTIONS);
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await withServer('./bare-server.ts', [], loaded));
    ours.push(await withReceiver(loaded));
  }
  const slow = await openBesideFloor(500, seconds * 2);
  const fast = await openBesideFloor(2_000, seconds * 2);
  const beside = await openBesideSlow(seconds * 2);
  const of = (what: keyof ClosedLoad, which: readonly ClosedLoad[]) =>
    median(which.map((one) => one[what]));
  const perSecond = of('perSecond', ours);
  const barePerSecond = of('perSecond', bare);
  return [
    {
      name: 'deliveries, verified and durable',
      value: perSecond,
      unit: 'a second',
      atLeast: 15_000,
      basis: `${CONNECTIONS} connections, two thirds distinct, median of ${rounds}; a delivery takes ${of('senderUs', ours).toFixed(1)} µs of processor in the sender`,
    },
    {
      name: 'receiver against a bare node:http server',
      value: perSecond / barePerSecond,
      unit: 'times',
      atLeast: 0.4,
      basis: `${Math.round(perSecond)} against ${Math.round(barePerSecond)} a second`,
    },
    {
      name: 'p99 at 500 a second',
      value: slow.p99,
      unit: 'ms',
      atMost: 5,
      basis: slow.basis,
    },
    {
      name: 'p99 at 2,000 a second',
      value: fast.p99,
      unit: 'ms',
      atMost: 15,
      basis: fast.basis,
    },
    {
      name: `p99 beside ${SLOW.toLocaleString('en-GB')} slow connections`,
      value: beside.p99,
      unit: 'ms',
      atMost: 5_000,
      basis: beside.basis,
    },
  ];
}
