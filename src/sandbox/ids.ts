/** Identifiers: a type prefix, an underscore, lowercase alphanumerics (Interface, conventions). */
import { type Clock, isoTime } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';

/** Kinds that have an ID. */
export type IdPrefix =
  | 'address'
  | 'bankAccount'
  | 'customer'
  | 'event'
  | 'fault'
  | 'paymentLink'
  | 'payout'
  | 'request'
  | 'virtualAccount'
  | 'wallet'
  | 'webhook';

/** Makes ids and secrets. */
export interface Ids {
  /**
   * `customer_` and 25 characters: nine of the time, so that later IDs sort later and an
   * index over ids grows at its end (random ones made every insert dirty a page of its own), and
   * 80 random bits.
   */
  next(prefix: IdPrefix): string;
  /** A prefix, an underscore and 260 random bits. */
  secret(prefix: 'secret' | 'control'): string;
}

/** 32 characters in the order of their codes, so that five bits of a byte pick one without bias. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const TIME_LENGTH = 9;
const RANDOM_LENGTH = 16;
const SECRET_LENGTH = 52;

export function createIds(random: Random, clock: Clock): Ids {
  let encodedFor = Number.NaN;
  let encoded = '';
  const time = (): string => {
    const now = clock.now();
    if (now !== encodedFor) {
      encoded = encodeTime(now);
      encodedFor = now;
    }
    return encoded;
  };
  // One buffer, read as text once: every response needs an ID.
  const scratch = Buffer.alloc(SECRET_LENGTH);
  const characters = (length: number): string => {
    const bytes = random.bytes(length);
    for (let index = 0; index < length; index += 1) {
      scratch[index] = CODES[(bytes[index] ?? 0) & 31] ?? 0;
    }
    return scratch.toString('latin1', 0, length);
  };
  return {
    next: (prefix) => `${prefix}_${time()}${characters(RANDOM_LENGTH)}`,
    secret: (prefix) => `${prefix}_${characters(SECRET_LENGTH)}`,
  };
}

/** 45 bits of milliseconds: enough until the year 3084. */
function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * The `updated` of a record that changes now: always later than before, so that two versions can be ordered
 * even within one millisecond.
 */
export const nextUpdated = (previous: string, clock: Clock): string =>
  isoTime(Math.max(clock.now(), Date.parse(previous) + 1));
