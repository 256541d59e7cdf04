import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killRounds } from './kill-rounds.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-kill-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('a receiver that is killed under load', () => {
  it('has every delivery that it acknowledged', async () => {
    const report = await killRounds({ directory, rounds: 5, seed: 20261120 });
    expect(report.breaches).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(100);
  });
});
