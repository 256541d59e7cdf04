/** Randomness, passed in so that a test can repeat a run. */
import { randomBytes } from 'node:crypto';

export interface Random {
  /** This many random bytes. */
  bytes(length: number): Uint8Array;
  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number;
}

const POOL_BYTES = 8_192;

/** The system's generator, asked for a pool at a time: one call per id would cost more than the id. */
export function systemRandom(): Random {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  const bytes = (length: number): Uint8Array => {
    if (length > POOL_BYTES) return randomBytes(length);
    if (used + length > POOL_BYTES) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
  return {
    bytes,
    fraction: () => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes(4);
      return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32;
    },
  };
}
