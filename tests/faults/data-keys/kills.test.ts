import { expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { killRounds } from './kill-rounds.ts';

it('killed at steps of a change of keys, and within the copying, nothing is lost', async () => {
  const report = await inOwnDirectory((directory) =>
    killRounds({ directory, atSteps: 26, atTimes: 6, share: { index: 0, of: 1 } }),
  );
  expect(report.breaches).toEqual([]);
  expect(report.kills).toBe(32);
}, 240_000);
