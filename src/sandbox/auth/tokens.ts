/** JWTs of the sandbox: HS256, signed and verified only here (Interface 5.1, decisions 12). */
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { refusals } from '../http/refusal.ts';
import type { Environment } from '../options.ts';

/** Claims of a token. */
export interface TokenClaims {
  /** Default: this server's environment. */
  readonly environment?: Environment | undefined;
  /** Seconds until expiry; negative for an expired one. Default 30 days. */
  readonly expiresInSeconds?: number | undefined;
  readonly subject?: string | undefined;
}

export interface Tokens {
  sign(claims: TokenClaims): Promise<string>;
  /** Whether a token verified before is still valid; false when it must be verified. */
  isKnownGood(token: string): boolean;
  /** @throws Refusal 401 for an invalid or expired token, 403 for one of the other environment. */
  verify(token: string): Promise<void>;
}

export interface TokenParts {
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly environment: Environment;
}

const claimsSchema = z.object({ exp: z.number(), environment: z.string() });
const DEFAULT_LIFE_SECONDS = 30 * 24 * 60 * 60;
/** Verified tokens with their expiry: checking a signature costs more than a response. */
const MAX_REMEMBERED = 1_000;
const ISSUER = 'causeway-sandbox';

export function createTokens({ key, clock, environment: own }: TokenParts): Tokens {
  const expiries = new Map<string, number>();
  const seconds = (): number => Math.floor(clock.now() / 1_000);

  return {
    sign: async ({
      environment = own,
      expiresInSeconds = DEFAULT_LIFE_SECONDS,
      subject = 'console',
    }) =>
      await new SignJWT({ environment })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(subject)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + expiresInSeconds)
        .sign(key),
    isKnownGood: (token) => {
      const expiry = expiries.get(token);
      return expiry !== undefined && clock.now() < expiry * 1_000;
    },
    verify: async (token) => {
      const { exp, environment } = await claimsOf(token, key, clock);
      if (environment !== own) {
        throw refusals.forbidden('The token belongs to the other environment');
      }
      if (expiries.size >= MAX_REMEMBERED) {
        const [oldest] = expiries.keys();
        if (oldest !== undefined) expiries.delete(oldest);
      }
      expiries.set(token, exp);
    },
  };
}

async function claimsOf(token: string, key: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['exp'],
      currentDate: new Date(clock.now()),
    });
    return claimsSchema.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusals.unauthorized('Token expired');
    throw refusals.unauthorized('Invalid token');
  }
}
