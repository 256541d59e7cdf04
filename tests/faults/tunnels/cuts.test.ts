import { describe, expect, it } from 'vitest';
import { cutRounds } from './cut-rounds.ts';

describe('a tunnel that is cut, by reset and by silence', () => {
  it('is proven again within 5 s of the cut, in 4 of 5 (npm run prove: in 95 of 100)', async () => {
    const report = await cutRounds({ cuts: 5, seed: 20261120 });
    expect(report.breaches).toEqual([]);
    expect([report.resets, report.silences]).toEqual([3, 2]);
    // Of five one may be late on a busy machine.
    expect(report.inTime).toBeGreaterThanOrEqual(4);
  });
});
