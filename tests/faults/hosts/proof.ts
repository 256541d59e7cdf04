/** The console under kill -9, at full count. */
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { root } from '../../support/run-command.ts';
import { inOwnDirectory, type Proof } from '../proof.ts';
import { killRounds } from './kill-rounds.ts';

export const hostUnderKill: Proof = {
  name: 'The console under kill -9',
  claim: 'every customer acknowledged over the bridge is there, and none is there twice',
  batches: 20,
  async run(batch) {
    await buildWhenStale({ root, say: () => {} });
    return await inOwnDirectory(async (directory) => {
      const seed = 20_261_120 + batch;
      const { breaches, landed, ...figures } = await killRounds({ directory, rounds: 10, seed });
      return { figures: { ...figures, 'in the work': landed }, breaches };
    });
  },
};
