/** The one place where randomness is drawn. Everything else is handed a Random. */
import { randomBytes } from 'node:crypto';

export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** Random bytes as lowercase hex; 16 bytes are 128 bits. */
export const randomHex = (random: Random, bytes: number): string =>
  Buffer.from(random.bytes(bytes)).toString('hex');
