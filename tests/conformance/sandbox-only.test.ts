import { describe, expect, it } from 'vitest';
import { refusalOf } from './sandbox-only.ts';

const tokenOf = (claims: object): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const silent = tokenOf({ sub: 'someone' });
const ask = (baseUrl: string, token = silent, isVouchedFor = false) =>
  refusalOf({ baseUrl, token, isVouchedFor });

describe('a conformance run', () => {
  it.each([
    'http://127.0.0.1:4010',
    'http://localhost:4010',
    'http://[::1]:4010/base',
    'https://sandbox.example.com',
    'https://api-sandbox.example.com/ramp',
    'https://api.example.com/sandbox',
    'https://staging2.example.com',
  ])('is made against %s', (baseUrl) => {
    expect(ask(baseUrl)).toBeNull();
  });

  it.each([
    'https://api.example.com',
    'https://latest.example.com',
    'https://sandboxing.example.com',
    'https://127.0.0.1.example.com',
    'https://example.com/?sandbox',
  ])('is refused against %s, which says nothing, unless a person vouches for it', (baseUrl) => {
    expect(ask(baseUrl)).toContain('--i-know-this-is-a-sandbox');
    expect(ask(baseUrl, silent, true)).toBeNull();
    expect(ask(baseUrl, tokenOf({ environment: 'sandbox' }))).toBeNull();
  });

  it.each([
    { environment: 'production' },
    { env: 'PROD' },
    { mode: 'live' },
    { livemode: true },
    { stage: 'eu-production-2' },
    { env: ['prod2'] },
    { livemode: 'true' },
    { livemode: 1 },
  ])('is refused with a token that says %j, whoever vouches, wherever it goes', (claims) => {
    for (const baseUrl of [
      'https://api.example.com',
      'http://127.0.0.1:1',
      'https://test.example',
    ]) {
      expect(ask(baseUrl, tokenOf(claims), true)).toContain('never runs against production');
    }
  });

  it.each([
    'https://api.prod.example.com',
    'https://live.example.com',
    'https://example.com/live',
    'https://api-prod2.example.com',
    'https://prd.example.com',
    // A tunnel to elsewhere.
    'http://127.0.0.1:8080/production',
    'http://prod.localhost:8080',
  ])('is refused against %s, whoever vouches', (baseUrl) => {
    expect(ask(baseUrl, tokenOf({ environment: 'sandbox' }), true)).toContain(
      'never runs against production',
    );
  });

  it.each([
    ['http://sandbox.example.com', 'https alone'],
    ['ftp://sandbox.example.com', 'no http'],
    ['sandbox.example.com', 'no http'],
    ['https://user:pass@sandbox.example.com', 'no credentials'],
  ])('is refused against %s', (baseUrl, why) => {
    expect(ask(baseUrl, silent, true)).toContain(why);
  });

  it('takes a token that is no JWT for one that says nothing', () => {
    expect(ask('https://api.example.com', 'opaque')).toContain('Nothing says');
    expect(ask('https://sandbox.example.com', 'a.b.c')).toBeNull();
  });
});
