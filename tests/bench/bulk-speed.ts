/**
 * Bulk runs against the sandbox as a process of its own: from the file to the result, and against a
 * limit of so many a second. The console's rooms run in a process of their own, too (bulk-run.ts).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Figure } from './figure.ts';
import { firstLine, start } from './processes.ts';

const run = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const hello = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  token: z.string(),
  controlToken: z.string(),
});
const measured = z.object({
  rows: z.number(),
  created: z.number(),
  checkedMs: z.number(),
  sentMs: z.number(),
  writtenMs: z.number(),
  longestBlockMs: z.number(),
});

const limit = 100;

async function measure(rows: number, rateLimitPerSecond: number | null) {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const data = join(directory, 'sandbox');
  const sandbox = start(process.execPath, [
    path('../../out/main/sandbox.js'),
    '--data-dir',
    data,
    '--json',
  ]);
  try {
    const { baseUrl, controlUrl, token, controlToken } = hello.parse(
      JSON.parse(await firstLine(sandbox.child)),
    );
    const { stdout } = await run(process.execPath, [
      path('./bulk-run.ts'),
      directory,
      String(rows),
      baseUrl,
      token,
      controlUrl,
      controlToken,
      String(rateLimitPerSecond ?? 0),
    ]);
    return measured.parse(JSON.parse(stdout));
  } finally {
    await sandbox.stop();
    await rm(directory, { recursive: true });
  }
}

/** @param rows of the run without a limit; the other has as many as its limit takes in two minutes */
export async function bulkSpeed(rows: number, limited: number): Promise<Figure[]> {
  const whole = await measure(rows, null);
  const seconds = (whole.checkedMs + whole.sentMs + whole.writtenMs) / 1_000;
  const paced = await measure(limited, limit);
  const share = paced.created / (paced.sentMs / 1_000) / limit;
  return [
    {
      name: `${rows.toLocaleString('en-US')} virtual accounts, from the file to the result`,
      value: (seconds / rows) * 10_000,
      unit: 'seconds for 10,000',
      atMost: 10,
      basis: `${whole.created} created; read and checked in ${Math.round(whole.checkedMs)} ms, sent in ${Math.round(whole.sentMs)} ms, result written in ${Math.round(whole.writtenMs)} ms`,
    },
    {
      name: 'main kept busy at a time while that runs, longest',
      value: whole.longestBlockMs,
      unit: 'ms',
      atMost: 50,
      basis: 'delay of a timer that is due every 5 ms',
    },
    {
      name: `against a limit of ${limit} a second`,
      value: share * 100,
      unit: '% of it',
      atLeast: 95,
      basis: `${paced.created} rows in ${(paced.sentMs / 1_000).toFixed(1)} s`,
    },
  ];
}
