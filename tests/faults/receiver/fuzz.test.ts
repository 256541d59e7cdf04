import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fuzzRounds } from './fuzz-rounds.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-fuzz-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('a receiver under hostile HTTP', () => {
  it('lives, and never says 200 to what it does not have', async () => {
    const report = await fuzzRounds({ directory, exchanges: 400, seed: 20261120 });
    expect(report.breaches).toEqual([]);
    // All kinds of ends were reached, else this proved little.
    expect(Object.keys(report.statuses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '405', '413']),
    );
  });
});
