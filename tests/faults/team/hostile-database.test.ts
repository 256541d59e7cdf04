import { expect, it } from 'vitest';
import { hostileRounds } from './hostile-rounds.ts';
import { mutations } from './mutations.ts';

it('nothing that a hostile database shows is believed, and each is named', async () => {
  const { figures, breaches } = await hostileRounds({ mutations: 500, seed: 20_261_126 });
  expect(breaches).toEqual([]);
  const { mutations: count, ...kinds } = figures;
  expect(count).toBe(500);
  // Of each kind there was some, else this proved nothing.
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(mutations).sort());
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(3);
});
