/**
 * Comparisons of secrets take the same time wherever they differ. No clock is asked, because a busy
 * machine would answer: what is held is that the comparison goes by `timingSafeEqual`, or over every digit.
 */
import * as crypto from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { sign, verifySignature } from '../../../../contract/signature.ts';

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});
// Other files of the process have read these modules already, with the comparison as it is.
vi.resetModules();
const { createReachabilityChecks } = await import('../receiver/receiver.ts');
const { createSignatureCheck, fingerprintOf } = await import('./check-signature.ts');

afterEach(() => {
  vi.mocked(crypto.timingSafeEqual).mockClear();
  vi.restoreAllMocks();
});

const body = new TextEncoder().encode('{"id":"event_a"}');
const secret = 'secret_a';
const right = sign(body, secret);
const flip = (place: number) =>
  right.slice(0, place) + (right[place] === '0' ? '1' : '0') + right.slice(place + 1);
const given = [right, flip(0), flip(31), flip(63)];

/** What was compared, both sides of it: 32 bytes each time. */
const compared = () =>
  vi.mocked(crypto.timingSafeEqual).mock.calls.map((sides) => sides.map((side) => side.byteLength));

it('the signature of a delivery, right or wrong, is compared whole', () => {
  const held = [{ webhookId: 'webhook_a', secret, fingerprint: fingerprintOf(secret) }];
  const kinds = given.map((signature) => createSignatureCheck().judge(body, signature, held).kind);
  expect(kinds).toEqual(['genuine', 'wrong', 'wrong', 'wrong']);
  expect(compared()).toEqual(given.map(() => [32, 32]));
});

it('so is the nonce of a proof', () => {
  const proofs = createReachabilityChecks({ now: () => 0 });
  const nonce = 'ab'.repeat(16);
  proofs.expect('path', nonce);
  const taken = [`00${nonce.slice(2)}`, `${nonce.slice(2)}00`, nonce].map((one) =>
    proofs.take('path', one),
  );
  expect(taken).toEqual([false, false, true]);
  expect(compared()).toEqual([1, 2, 3].map(() => [16, 16]));
});

it('the contract’s own comparison goes over every digit, wherever the first other one stands', () => {
  const read = vi.spyOn(String.prototype, 'charCodeAt');
  const reads = given.map((signature) => {
    read.mockClear();
    verifySignature(body, signature, secret);
    return read.mock.calls.length;
  });
  // A wrong one is compared with the re-serialised form only where that is another text.
  expect(reads[0]).toBeGreaterThanOrEqual(2 * 64);
  expect(new Set(reads.slice(1)).size).toBe(1);
});
