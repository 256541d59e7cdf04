import { expect, it } from 'vitest';
import { paceOf } from './pace.ts';

it('a few computers ask as soon as they can, and many together as often as a hundred', () => {
  expect({ ...paceOf(20), restMs: 0.5 }).toEqual(paceOf(1));
  const rates = [100, 1_000].map((computers) => {
    const { restMs, saidMs: _said, ...periods } = paceOf(computers);
    expect(restMs).toBeLessThanOrEqual(500);
    return Object.values(periods).map((each) => computers / each);
  });
  expect(rates[1]).toEqual(rates[0]);
});

it('no computer that lives looks gone, nor away, however many they are', () => {
  for (const computers of [1, 100, 1_000, 100_000])
    expect(paceOf(computers).saidMs).toBeLessThanOrEqual(60_000);
});
