/** The sandbox under kill -9, at full count. */
import { inOwnDirectory, type Proof } from '../proof.ts';
import { loadRounds } from './load-rounds.ts';
import { queueRounds } from './queue-rounds.ts';

export const queueUnderKill: Proof = {
  name: 'Deliveries under kill -9',
  claim: 'every queued event is taken in the end, each copy signed and with the same bytes',
  batches: 10,
  run: (batch) =>
    inOwnDirectory(async (directory) => {
      const seed = 20_261_120 + batch;
      const { breaches, landed, ...figures } = await queueRounds({
        directory,
        rounds: 10,
        events: 100,
        seed,
      });
      return { figures: { ...figures, 'in the work': landed }, breaches };
    }),
};

export const loadUnderKill: Proof = {
  name: 'Load under kill -9',
  claim: 'every answered create is there, and a receiver that never answers delays no other',
  batches: 10,
  run: (batch) =>
    inOwnDirectory(async (directory) => {
      const seed = 20_261_120 + batch;
      const { breaches, landed, ...figures } = await loadRounds({
        directory,
        rounds: 5,
        atOnce: 64,
        seed,
      });
      return { figures: { ...figures, 'in the work': landed }, breaches };
    }),
};
