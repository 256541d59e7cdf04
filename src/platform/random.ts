/** The only source of randomness. Everything else takes a Random. */
import { randomBytes } from 'node:crypto';

export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** Random bytes as lowercase hex; 16 bytes are 128 bits. */
export const randomHex = (random: Random, bytes: number): string =>
  Buffer.from(random.bytes(bytes)).toString('hex');

/** From 0 (included) to 1 (excluded). */
export const fraction = (random: Random): number =>
  Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;

const POOL_BYTES = 8_192;

/** Reads a pool from the system: with thousands of IDs, one call per ID would cost too much. */
export function pooledRandom(): Random {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  return {
    bytes(length) {
      if (length > POOL_BYTES) return randomBytes(length);
      if (used + length > POOL_BYTES) {
        pool = randomBytes(POOL_BYTES);
        used = 0;
      }
      used += length;
      return pool.subarray(used - length, used);
    },
  };
}
