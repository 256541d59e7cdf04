import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { createTokens } from './tokens.ts';

const key = new Uint8Array(32).fill(7);
const clock = { now: () => Date.parse('2026-06-01T00:00:00Z') };
const seconds = Math.floor(clock.now() / 1_000);
const tokens = (own: 'sandbox' | 'production' = 'sandbox') =>
  createTokens({ key, clock, environment: own });

const statusOf = async (work: Promise<void>): Promise<number> => {
  try {
    await work;
    return 200;
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
};

/** As the sandbox makes them, except for a test's changes. */
const like = (claims: Record<string, unknown> = {}, alg = 'HS256') =>
  new SignJWT({ environment: 'sandbox', ...claims })
    .setProtectedHeader({ alg })
    .setIssuer('causeway-sandbox')
    .setExpirationTime(seconds + 60);

describe('verifying', () => {
  test('takes its own tokens', async () => {
    const own = tokens();
    expect(await statusOf(own.verify(await own.sign({})))).toBe(200);
    expect(await statusOf(own.verify(await like().sign(key)))).toBe(200);
  });

  test('refuses alg none', async () => {
    const token = new UnsecuredJWT({ environment: 'sandbox' })
      .setIssuer('causeway-sandbox')
      .setExpirationTime(seconds + 60)
      .encode();
    expect(await statusOf(tokens().verify(token))).toBe(401);
  });

  test.each([
    ['HS384', 48],
    ['HS512', 64],
  ])('refuses %s signed with the right key', async (alg, length) => {
    const long = new Uint8Array(length).fill(7);
    const { verify } = createTokens({ key: long, clock, environment: 'sandbox' });
    expect(await statusOf(verify(await like({}, alg).sign(long)))).toBe(401);
    expect(await statusOf(verify(await like().sign(long)))).toBe(200);
  });

  test('refuses another key, issuer, and a changed payload', async () => {
    const own = tokens();
    const [head, , signature] = (await own.sign({})).split('.');
    const payload = Buffer.from('{"environment":"sandbox","exp":9999999999}').toString('base64url');
    expect(await statusOf(own.verify(await like().sign(new Uint8Array(32).fill(8))))).toBe(401);
    expect(await statusOf(own.verify(await like().setIssuer('someone').sign(key)))).toBe(401);
    expect(await statusOf(own.verify(`${head}.${payload}.${signature}`))).toBe(401);
  });

  test('refuses a token without an expiry or an environment', async () => {
    const endless = new SignJWT({ environment: 'sandbox' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('causeway-sandbox');
    expect(await statusOf(tokens().verify(await endless.sign(key)))).toBe(401);
    expect(await statusOf(tokens().verify(await like({ environment: 7 }).sign(key)))).toBe(401);
  });

  test('forbids a token of the other environment, whichever is its own', async () => {
    const token = await tokens('production').sign({});
    expect(await statusOf(tokens('sandbox').verify(token))).toBe(403);
    expect(await statusOf(tokens('production').verify(token))).toBe(200);
  });
});

test('a token counts as known only once verified, and not past its expiry', async () => {
  let now = clock.now();
  const own = createTokens({ key, clock: { now: () => now }, environment: 'sandbox' });
  const token = await own.sign({ expiresInSeconds: 10 });
  expect(own.isKnownGood(token)).toBe(false);
  await own.verify(token);
  expect(own.isKnownGood(token)).toBe(true);
  now += 10_000;
  expect(own.isKnownGood(token)).toBe(false);
});

test('no more than a thousand tokens are remembered', async () => {
  const own = tokens();
  const all = await Promise.all(
    Array.from({ length: 1_001 }, (_, index) => own.sign({ subject: `client ${index}` })),
  );
  for (const token of all) await own.verify(token);
  expect(all.filter((token) => own.isKnownGood(token))).toHaveLength(1_000);
});
