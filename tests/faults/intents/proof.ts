/** The journal of writes under kill -9, and writes under faults of line and service, at full count. */
import { inOwnDirectory, type Proof } from '../proof.ts';
import { crashRounds } from './crash-rounds.ts';
import { faultRounds } from './fault-rounds.ts';

const roundsInABatch = 50;

export const intentsUnderKill: Proof = {
  name: 'Writes under kill -9',
  claim:
    'nothing was sent that the journal does not know, nothing settled was lost, nothing was sent twice',
  batches: 20,
  run: (batch) =>
    inOwnDirectory(async (directory) => {
      const { kills, landed, settled, unknown, breaches } = await crashRounds({
        directory,
        rounds: roundsInABatch,
        seed: 20_261_120 + batch,
      });
      return { figures: { kills, 'in the write': landed, settled, unknown }, breaches };
    }),
};

const faultsInABatch = 250;

export const writesUnderFaults: Proof = {
  name: 'Writes under faults',
  claim:
    'one intent is one account at the service at most, unless a person sends it again; every intent ends settled or unknown, and every unknown one can be settled',
  batches: 40,
  run: (batch) =>
    inOwnDirectory((directory) =>
      faultRounds({ directory, faults: faultsInABatch, seed: 20_261_121 + batch }),
    ),
};
