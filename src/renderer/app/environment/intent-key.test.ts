import { expect, it } from 'vitest';
import { intentKey } from '../../../bridge/scalars.ts';
import { readNonce } from '../nonce.ts';
import { expiryNotice, warningBefore } from '../shell/service-notices.ts';
import { mintIntentKey } from './intent-key.ts';

it('an intent key is 128 random bits as the bridge wants them, never twice the same', () => {
  const keys = Array.from({ length: 200 }, () => mintIntentKey(crypto));
  for (const key of keys) expect(intentKey.safeParse(key).success).toBe(true);
  expect(new Set(keys).size).toBe(200);
});

it('small bytes keep their leading zero', () => {
  const zeros = { getRandomValues: <T>(array: T): T => array };
  expect(mintIntentKey(zeros as Pick<Crypto, 'getRandomValues'>)).toBe('0'.repeat(32));
});

it('the nonce is read from the page, or is empty where the host wrote none', () => {
  const page = (found: { nonce: string } | null) =>
    ({ querySelector: () => found }) as unknown as Document;
  expect(readNonce(page({ nonce: 'abc' }))).toBe('abc');
  expect(readNonce(page(null))).toBe('');
});

it('a token’s expiry is spoken of a week before, and after', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  const at = (distance: number) => new Date(now + distance).toISOString();
  expect(expiryNotice(null, now)).toBeNull();
  expect(expiryNotice('never', now)).toBeNull();
  expect(expiryNotice(at(warningBefore + 1), now)).toBeNull();
  expect(expiryNotice(at(warningBefore - 1), now)).toContain('expires in 6 days');
  expect(expiryNotice(at(-3_600_000), now)).toContain('expired 1 h ago');
});
