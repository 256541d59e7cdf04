/** A statement against payouts: from the file to every line matched and stored (reconcile-run.ts). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Figure } from './figure.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./reconcile-run.ts', import.meta.url));
const measured = z.object({
  lines: z.number(),
  payouts: z.number(),
  matched: z.number(),
  ambiguous: z.number(),
  unmatched: z.number(),
  unmatchedPayouts: z.number(),
  joined: z.number(),
  readMs: z.number(),
  matchMs: z.number(),
  leftMs: z.number(),
  engineMs: z.number(),
  joinMs: z.number(),
  longestBlockMs: z.number(),
});

export async function reconcileSpeed(lines: number, payouts: number): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    const values = [directory, String(lines), String(payouts)];
    const { stdout } = await run(process.execPath, [program, ...values]);
    const one = measured.parse(JSON.parse(stdout));
    const ms = (value: number) => `${Math.round(value)} ms`;
    return [
      {
        name: `${lines.toLocaleString('en-US')} lines against ${payouts.toLocaleString('en-US')} payouts, from the file to the result`,
        value: (one.readMs + one.matchMs + one.leftMs) / 1_000,
        unit: 'seconds',
        atMost: 10,
        basis: `read in ${ms(one.readMs)}, stored and matched in ${ms(one.matchMs)}, payouts without a line in ${ms(one.leftMs)}; ${one.matched} matched, ${one.ambiguous} ambiguous, ${one.unmatched} unmatched, ${one.unmatchedPayouts} payouts without a line`,
      },
      {
        name: 'matching the same rows in memory, against a hash join by amount alone',
        value: one.engineMs / one.joinMs,
        unit: 'times',
        atMost: 20,
        basis: `${ms(one.engineMs)} against ${ms(one.joinMs)}, which finds ${one.joined} pairs`,
      },
      {
        name: 'main kept busy at a time while that runs, longest',
        value: one.longestBlockMs,
        unit: 'ms',
        atMost: 50,
        basis: 'delay of a timer that is due every 5 ms',
      },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}
