import { expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { mergeKillRounds } from './kill-rounds.ts';

it('killed at steps of merging a hand-over file, all of it is there or nothing', async () => {
  const report = await inOwnDirectory((directory) =>
    mergeKillRounds({ directory, kills: 10, share: { index: 0, of: 1 } }),
  );
  expect(report.breaches).toEqual([]);
  expect(report.nothing + report.all).toBe(10);
});
