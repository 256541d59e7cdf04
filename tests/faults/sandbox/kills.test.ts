import { describe, expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { loadRounds } from './load-rounds.ts';
import { queueRounds } from './queue-rounds.ts';

const seed = 20261120;

describe('a sandbox that is killed', () => {
  it('delivers its full queue afterwards, every event at least once', () =>
    inOwnDirectory(async (directory) => {
      const report = await queueRounds({ directory, rounds: 3, events: 100, seed });
      expect(report).toMatchObject({ kills: 3, events: 300, breaches: [] });
      expect(report.again).toBeGreaterThan(0);
    }));

  it('under load has what it answered, and a receiver that never answers delays no other', () =>
    inOwnDirectory(async (directory) => {
      const report = await loadRounds({ directory, rounds: 3, atOnce: 64, seed });
      expect(report).toMatchObject({ kills: 3, breaches: [] });
      expect(report.answered).toBeGreaterThanOrEqual(3 * 64);
      expect(report.unanswered).toBeGreaterThan(0);
    }));
});
