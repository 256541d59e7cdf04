import { expect, it } from 'vitest';
import { killRounds } from './kill-rounds.ts';

it('a relay and its database that are killed under load have what was acknowledged, once', async () => {
  const report = await killRounds({ rounds: 3, seed: 20261126 });
  expect(report.breaches).toEqual([]);
  expect(report.landed).toBe(3);
  expect(report.acknowledged).toBeGreaterThan(20);
}, 60_000);
