/** What may be said of a token outside main. */
import { decodeJwt } from 'jose';

export interface TokenDescription {
  /** Last four characters; fewer than that of a token too short to tell four without giving it away. */
  readonly lastFour: string;
  /** `exp` as ISO 8601 UTC (decisions 12); null when it has none or is no JWT. */
  readonly expiresAt: string | null;
}

/** Reads, never verifies: only the service can (Interface 5.1). */
export function describeToken(token: string): TokenDescription {
  return { lastFour: token.length < 16 ? '' : token.slice(-4), expiresAt: expiryOf(token) };
}

/** The last second that a Date can hold. */
const lastSecond = 8.64e12;

function expiryOf(token: string): string | null {
  try {
    const { exp } = decodeJwt(token);
    if (typeof exp !== 'number' || Math.abs(exp) > lastSecond) return null;
    return new Date(exp * 1000).toISOString();
  } catch {
    return null;
  }
}
