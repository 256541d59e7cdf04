import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignatureIndex } from './signature-index.ts';

const signature = (number: number): string =>
  createHash('sha256').update(String(number)).digest('hex');

describe('the index of signatures', () => {
  it('finds what a Map finds, whatever is added and removed', () => {
    const step = fc.record({ number: fc.nat(60), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const index = createSignatureIndex(10_000);
        const model = new Map<number, number>();
        for (const [at, { number, isAdded }] of steps.entries()) {
          if (isAdded) model.set(number, at + 1);
          else model.delete(number);
          if (isAdded) index.add(signature(number), at + 1);
          else index.remove(signature(number));
        }
        for (let number = 0; number <= 60; number++) {
          expect(index.find(signature(number))).toBe(model.get(number) ?? null);
        }
      }),
      { numRuns: 100, seed: 20261120 },
    );
  });

  it('finds every one up to half of its capacity, and of arrivals beyond 32 bits', () => {
    const index = createSignatureIndex(20_000);
    const first = 2 ** 40;
    for (let number = 1; number <= 10_000; number++) index.add(signature(number), first + number);
    for (let number = 1; number <= 10_000; number++) {
      expect(index.find(signature(number))).toBe(first + number);
    }
    expect(index.find(signature(10_001))).toBeNull();
  });

  it('forgets the oldest beyond its capacity, and never the newest half', () => {
    const index = createSignatureIndex(100);
    for (let number = 1; number <= 1_000; number++) index.add(signature(number), number);
    expect(index.find(signature(1))).toBeNull();
    for (let number = 951; number <= 1_000; number++) {
      expect(index.find(signature(number))).toBe(number);
    }
  });
});
