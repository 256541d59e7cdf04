/** Nonces that are waited for: each comes back once, on its own path. */
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { ExpectedCheck } from './types.ts';

interface Expectation {
  readonly path: string;
  readonly nonce: Uint8Array;
  readonly arrive: (at: number) => void;
}

export function createReachabilityChecks(clock: Clock) {
  const expected = new Set<Expectation>();
  return {
    expect(path: string, nonce: string): ExpectedCheck {
      if (!/^[0-9a-f]{32}$/.test(nonce)) throw new TypeError('A nonce is 32 lowercase hex digits.');
      const { promise, resolve } = Promise.withResolvers<number>();
      const expectation = { path, nonce: Buffer.from(nonce, 'hex'), arrive: resolve };
      expected.add(expectation);
      return { arrived: promise, cancel: () => void expected.delete(expectation) };
    },

    /** Whether this nonce was waited for on this path; it is not any more. */
    take(path: string, nonce: string): boolean {
      const given = Buffer.from(nonce, 'hex');
      for (const expectation of expected) {
        if (expectation.path !== path || given.length !== expectation.nonce.length) continue;
        if (!timingSafeEqual(given, expectation.nonce)) continue;
        expected.delete(expectation);
        expectation.arrive(clock.now());
        return true;
      }
      return false;
    },
  };
}
