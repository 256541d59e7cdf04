import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryRounds } from './memory-rounds.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-memory-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('a receiver under a steady rate', () => {
  // Whoever kept the bodies would hold some 100 MiB more at the end than when it was warm.
  const load = { seconds: 12, rate: 400, size: 60_000 };

  it('stays within its memory', async () => {
    const report = await memoryRounds({ directory, ...load, mostGrowthMiB: 64 });
    expect(report.breaches).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(500);
  });

  it('is found out when it takes more than the bound', async () => {
    const report = await memoryRounds({ directory, ...load, seconds: 4, mostGrowthMiB: -1_000 });
    expect(report.breaches).toEqual([expect.stringMatching(/resident memory went from \d+ to/)]);
  });
});
