/** Deposit sheets in one PDF (sheets-run.ts): how long main is kept from others, and how quickly they come. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Figure } from './figure.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./sheets-run.ts', import.meta.url));
const measured = z.object({ allMs: z.number(), longestMs: z.number(), bytes: z.number() });

export async function sheetsSpeed(sheets: number): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    const { stdout } = await run(process.execPath, [program, directory, String(sheets)]);
    const { allMs, longestMs, bytes } = measured.parse(JSON.parse(stdout));
    return [
      {
        name: `main kept busy at a time while ${sheets.toLocaleString('en-US')} deposit sheets are made, longest`,
        value: longestMs,
        unit: 'ms',
        atMost: 50,
        basis: `processor time of its own between two turns of a timer; all in ${Math.round(allMs)} ms, ${(bytes / 1024).toFixed(0)} KB`,
      },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}
