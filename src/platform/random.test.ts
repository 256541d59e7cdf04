import { expect, it } from 'vitest';
import { fraction, pooledRandom, randomHex, systemRandom } from './random.ts';

it('draws fractions from 0 to 1, without 1', () => {
  const random = pooledRandom();
  const fractions = Array.from({ length: 10_000 }, () => fraction(random));
  expect(fractions.every((one) => one >= 0 && one < 1)).toBe(true);
  expect(Math.max(...fractions)).toBeGreaterThan(0.99);
});

it('gives the bytes of a pool once, and as many as are asked for', () => {
  const random = pooledRandom();
  const drawn = Array.from({ length: 2_000 }, () => randomHex(random, 16));
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(random.bytes(10_000)).toHaveLength(10_000);
  expect(randomHex(systemRandom, 16)).toMatch(/^[0-9a-f]{32}$/);
});
