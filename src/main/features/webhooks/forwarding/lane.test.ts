import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseAfter, retryPauses } from './lane.ts';

describe('the pause after a failed try', () => {
  it('grows from a second to hours, and ends', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => pauseAfter(attempts, null, 0));
    expect(pauses).toEqual([...retryPauses, null]);
    expect(retryPauses.toSorted((one, other) => one - other)).toEqual(retryPauses);
  });

  it('is at least what the target asks for, and never more than an hour for that', () => {
    expect(pauseAfter(1, 20_000, 0)).toBe(20_000);
    expect(pauseAfter(1, 10 * 60 * 60_000, 0)).toBe(60 * 60_000);
    expect(pauseAfter(6, 5, 0)).toBe(60 * 60_000);
  });

  it('varies by a fifth at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, share) => {
          const base = retryPauses[attempts - 1] ?? 0;
          const pause = pauseAfter(attempts, null, share) ?? 0;
          return pause >= base && pause <= base * 1.2 + 1;
        },
      ),
    );
  });
});
