import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, expand } from './block-content.ts';

describe('compacting', () => {
  it('gives back every content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (content) => {
        expect(Buffer.from(expand(compact(content))).equals(content)).toBe(true);
      }),
      { seed: 20261120 },
    );
  });

  it('makes what repeats itself much smaller, and nothing larger than by a byte', () => {
    const repeating = Buffer.from('{"name":"wallet.create","mock":false}'.repeat(100));
    expect(compact(repeating).length).toBeLessThan(repeating.length / 10);
    const random = randomBytes(5_000);
    expect(compact(random)).toHaveLength(5_001);
  });

  it('refuses what it did not make', () => {
    expect(() => expand(Uint8Array.of(7, 1, 2))).toThrow('not known');
    expect(() => expand(Uint8Array.of(1, 1, 2))).toThrow();
  });
});
