/** Bulk runs under kills, faults and a person's own stops, at full count. */
import { inOwnDirectory, type Proof } from '../proof.ts';
import { bulkRounds } from './bulk-rounds.ts';

export const bulkUnderFaults: Proof = {
  name: 'Bulk runs under kill -9 and faults',
  claim:
    'of 10,000 rows none is missing and none is doubled: every row has one account, or its outcome is unknown and it was never sent again; what a person stopped is told as not sent',
  batches: 5,
  run: (batch) =>
    inOwnDirectory((directory) =>
      bulkRounds({
        directory,
        rows: 10_000,
        kills: 10,
        pauses: 6,
        stops: 2,
        faults: 60,
        seed: 20_261_121 + batch,
        mostMs: 2_500,
      }),
    ),
};
