/** A hostile database, at full count. */
import type { Proof } from '../proof.ts';
import { hostileRounds } from './hostile-rounds.ts';

const mutationsInABatch = 1_000;

export const teamUnderHostileDatabase: Proof = {
  name: 'A team under a hostile database',
  claim:
    'of 20,000 entries that were changed, dropped, repeated, reordered, moved, forked, forged by who may not, or rolled back, none is believed and each is named',
  batches: 20,
  run: async (batch) => hostileRounds({ mutations: mutationsInABatch, seed: 20_261_126 + batch }),
};
