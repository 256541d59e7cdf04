/** The relay's proof at full count, for `npm run prove`. */
import { type Proof, tooFewLanded } from '../proof.ts';
import { killRounds } from './kill-rounds.ts';

export const relayUnderKill: Proof = {
  name: 'relay and PostgreSQL under kill -9',
  claim:
    'every delivery that a relay answered 200 is in the team’s log, in whole chains, and none oftener than it was sent',
  batches: 25,
  async run(batch) {
    const { rounds, landed, acknowledged, breaches } = await killRounds({
      rounds: 20,
      seed: batch,
    });
    return {
      figures: { kills: rounds, 'in the work': landed, acknowledged },
      breaches: [...breaches, ...tooFewLanded(landed, rounds)],
    };
  },
};
