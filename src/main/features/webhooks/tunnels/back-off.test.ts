import { describe, expect, it } from 'vitest';
import type { Random } from '../../../../platform/random.ts';
import { aroundMs, backOffMs } from './back-off.ts';

const drawing = (fraction: number): Random => ({
  bytes: (length) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32BE(Math.min(0xffff_ffff, Math.floor(fraction * 2 ** 32)));
    return bytes;
  },
});

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
    expect(backOffMs(failures, drawing(0))).toBe(least);
    expect(backOffMs(failures, drawing(0.999_999_9))).toBe(most);
  });

  it('is drawn anew each time', () => {
    expect(backOffMs(5, drawing(0.25))).not.toBe(backOffMs(5, drawing(0.75)));
  });

  it('lies a tenth around a period to either side', () => {
    expect(aroundMs(30_000, drawing(0))).toBe(27_000);
    expect(aroundMs(30_000, drawing(0.5))).toBe(30_000);
    expect(aroundMs(30_000, drawing(0.999_999_9))).toBe(33_000);
  });
});
