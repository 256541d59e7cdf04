import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aroundMs, createRetry, doubledMs, drawnMs } from './back-off.ts';
import type { Random } from './random.ts';

/** `fraction` of it is this. */
const drawing = (fraction: number): Random => ({
  bytes: (length) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32BE(Math.min(0xffff_ffff, Math.floor(fraction * 2 ** 32)));
    return bytes;
  },
});

const tunnels = { firstMs: 200, longestMs: 60_000 };

describe('the wait before a tunnel is tried again', () => {
  it.each([
    [1, 100, 200],
    [2, 200, 400],
    [3, 400, 800],
    [6, 3_200, 6_400],
    [9, 25_600, 51_200],
    [10, 30_000, 60_000],
    [1_000, 30_000, 60_000],
  ])('after %i failures lies between %i and %i ms', (failures, least, most) => {
    expect(drawnMs(failures, tunnels, drawing(0))).toBe(least);
    expect(drawnMs(failures, tunnels, drawing(0.999_999_9))).toBe(most);
  });

  it('is drawn anew each time', () => {
    expect(drawnMs(5, tunnels, drawing(0.25))).not.toBe(drawnMs(5, tunnels, drawing(0.75)));
  });

  it('lies a tenth around a period to either side', () => {
    expect(aroundMs(30_000, drawing(0))).toBe(27_000);
    expect(aroundMs(30_000, drawing(0.5))).toBe(30_000);
    expect(aroundMs(30_000, drawing(0.999_999_9))).toBe(33_000);
  });
});

it('doubles from the first failure on, up to the longest', () => {
  const waits = { firstMs: 1_000, longestMs: 60_000 };
  const failures = [1, 2, 3, 6, 7, 1_000];
  expect(failures.map((count) => doubledMs(count, waits))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
});

describe('trying again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = (isFirstAtOnce: boolean) => {
    const again = vi.fn(() => retry.failed());
    const retry = createRetry(again, { firstMs: 100, longestMs: 400, isFirstAtOnce });
    retry.failed();
    return { again, retry };
  };

  it('waits twice as long each time, and counts a failure that comes while it waits once', () => {
    const { again, retry } = setUp(false);
    retry.failed();
    vi.advanceTimersByTime(99);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + 200 + 400 + 400);
    expect(again).toHaveBeenCalledTimes(4);
  });

  it('tries at once where nothing failed before, if that is wanted', () => {
    const { again, retry } = setUp(true);
    vi.advanceTimersByTime(0);
    expect(again).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(200);
    expect(again).toHaveBeenCalledTimes(2);
    retry.succeeded();
    vi.advanceTimersByTime(401);
    expect(again).toHaveBeenCalledTimes(4);
  });

  it('stops for good', () => {
    const { again, retry } = setUp(false);
    retry.stop();
    retry.failed();
    vi.advanceTimersByTime(10_000);
    expect(again).not.toHaveBeenCalled();
  });
});
