import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { describeToken } from './describe-token.ts';

const key = new TextEncoder().encode('a key of a test, 32 bytes or more');
const jwt = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);

describe('what may be known of a token', () => {
  it('is its end and when it expires', async () => {
    const token = await jwt({ sub: 'x', exp: 1_800_000_000 });
    expect(describeToken(token)).toEqual({
      lastFour: token.slice(-4),
      expiresAt: '2027-01-15T08:00:00.000Z',
    });
  });

  it('is read even when it has expired', async () => {
    expect(describeToken(await jwt({ exp: 1 })).expiresAt).toBe('1970-01-01T00:00:01.000Z');
  });

  it.each([{}, { exp: 'soon' }, { exp: 1e300 }, { exp: null }])(
    'has no expiry for claims %o',
    async (claims) => {
      expect(describeToken(await jwt(claims)).expiresAt).toBeNull();
    },
  );

  it.each(['no.jwt.at.all.but.long', 'aaaaaaaaaaaaaaaaaaaaaaaa', ''])(
    'has none for %s',
    (token) => {
      expect(describeToken(token).expiresAt).toBeNull();
    },
  );

  it('does not give most of a short token away', () => {
    expect(describeToken('abcdef').lastFour).toBe('');
  });
});
