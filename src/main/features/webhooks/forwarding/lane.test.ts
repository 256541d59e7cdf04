import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { createLane, pauseAfter, retryPauses } from './lane.ts';

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

it('stores the end of a try later by itself, and sends nothing again, where it could not be stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isWaiting = true;
  let sent = 0;
  let tries = 0;
  const error = vi.fn();
  const due = { id: 'forward_1', sourceId: 'inbox', arrival: 1, attempts: 0, nextTry: 0 };
  const queue = {
    next: () => (isWaiting ? { ...due, lastTriedAt: null, sameness: null } : null),
    tried() {
      tries += 1;
      if (tries === 1) throw new Error('disk I/O error');
      isWaiting = false;
    },
    hasten: () => undefined,
  };
  const lane = createLane({
    queue: queue as never,
    source: {
      sourceId: 'inbox',
      content: () => ({ body: Buffer.of() }),
      facts: () => null,
    } as never,
    team: () => null,
    holdMs: 1,
    sqlite: { transaction: (work) => work() },
    async send() {
      sent += 1;
      return {
        isDelivered: true,
        isFinal: true,
        status: 200,
        ms: 1,
        retryAfterMs: null,
        sentence: '',
      };
    },
    clock: systemClock,
    log: { error } as never,
    jitter: () => 0,
    signal: new AbortController().signal,
    onTried: () => undefined,
    target: () => ({ id: 'target_1', url: 'http://127.0.0.1:1', isPaused: false }) as never,
  });
  lane.wake();
  await vi.advanceTimersByTimeAsync(29_000);
  expect({ sent, isWaiting, logged: error.mock.calls.length }).toEqual({
    sent: 1,
    isWaiting: true,
    logged: 1,
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect({ sent, tries, isWaiting }).toEqual({ sent: 1, tries: 2, isWaiting: false });
});
