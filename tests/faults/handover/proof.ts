/** Merging a hand-over file under kill -9, at full count. */
import { inOwnDirectory, type Proof } from '../proof.ts';
import { mergeKillRounds } from './kill-rounds.ts';

const batches = 10;

export const handoverUnderKill: Proof = {
  name: 'Hand-over under kill -9',
  claim:
    'killed at 200 of its steps, a merge has brought all of the file or nothing; merged again, the database is the very same',
  batches,
  run: (batch) =>
    inOwnDirectory(async (directory) => {
      const share = { index: batch - 1, of: batches };
      const { kills, nothing, all, breaches } = await mergeKillRounds({
        directory,
        kills: 20,
        share,
      });
      return { figures: { kills, 'nothing there': nothing, 'all there': all }, breaches };
    }),
};
