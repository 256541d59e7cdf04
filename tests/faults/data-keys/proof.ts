/** Changing the keys of the databases under kill -9, at full count. */
import { inOwnDirectory, type Proof } from '../proof.ts';
import { killRounds } from './kill-rounds.ts';

const batches = 10;

export const dataKeysUnderKill: Proof = {
  name: 'Data keys under kill -9',
  claim:
    'killed at 200 of its steps and 50 times within the copying, a change of all keys loses nothing: the vault and the recovery copy have a key for every database, every row and sealed value is there, and the keys can be changed again',
  batches,
  run: (batch) =>
    inOwnDirectory(async (directory) => {
      const { breaches, kills, landed, ended, undone } = await killRounds({
        directory,
        atSteps: 20,
        atTimes: 5,
        share: { index: batch - 1, of: batches },
      });
      return {
        figures: {
          kills,
          'in the change': landed,
          'keys changed': ended,
          'keys as before': undone,
        },
        breaches,
      };
    }),
};
