/** How long to wait before trying again. */
import type { Random } from '../../../../platform/random.ts';

const firstMs = 200;
const longestMs = 60_000;

/**
 * Doubles with every failure in a row, from 200 ms up to a minute; half of it is drawn, so that many
 * consoles that lost the same server don't come back together. `failures` counts from 1.
 */
export function backOffMs(failures: number, random: Random): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole / 2 + (whole / 2) * fraction(random));
}

/** Around a period, a tenth to either side. */
export const aroundMs = (periodMs: number, random: Random): number =>
  Math.round(periodMs * (0.9 + 0.2 * fraction(random)));

/** From 0 up to 1. */
const fraction = (random: Random): number => Buffer.from(random.bytes(4)).readUInt32BE(0) / 2 ** 32;
