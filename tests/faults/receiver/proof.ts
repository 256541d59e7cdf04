/** The receiver's proofs at full counts, for `npm run prove`. Each batch stands alone and is seeded by its number. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzRounds } from './fuzz-rounds.ts';
import { killRounds } from './kill-rounds.ts';
import { memoryRounds } from './memory-rounds.ts';

async function inDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-prove-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const receiverUnderKill = {
  name: 'receiver under kill -9',
  claim: 'every delivery that was answered 200 is stored after the restart',
  batches: 40,
  run: (batch: number) =>
    inDirectory(async (directory) => {
      const { rounds, landed, acknowledged, unanswered, breaches } = await killRounds({
        directory,
        rounds: 25,
        seed: batch,
      });
      return {
        figures: { kills: rounds, 'in the work': landed, acknowledged, unanswered },
        breaches,
      };
    }),
} as const;

export const receiverUnderFuzz = {
  name: 'receiver under hostile HTTP',
  claim: 'it never crashes, and never answers 200 without a durable row',
  batches: 20,
  run: (batch: number) =>
    inDirectory(async (directory) => {
      const { exchanges, statuses, breaches } = await fuzzRounds({
        directory,
        exchanges: 2_000,
        seed: batch,
      });
      return { figures: { exchanges, 'times 200': statuses['200'] ?? 0 }, breaches };
    }),
} as const;

export const receiverMemory = {
  name: 'receiver memory',
  claim:
    'resident memory after the warm-up grows by at most 64 MiB in 10 minutes at 1,000 a second',
  batches: 1,
  isMeasured: true,
  run: () =>
    inDirectory(async (directory) => {
      const { seconds, acknowledged, warmMiB, lastMiB, breaches } = await memoryRounds({
        directory,
        seconds: 600,
        rate: 1_000,
        size: 400,
        mostGrowthMiB: 64,
      });
      const figures = {
        seconds,
        acknowledged,
        'MiB when warm': Math.round(warmMiB),
        'MiB at the end': Math.round(lastMiB),
      };
      return { figures, breaches };
    }),
} as const;
