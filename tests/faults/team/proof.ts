/** What a team has to stand, at full count. */
import {
  mutations as approvalMutations,
  hostileApprovals,
} from '../../../src/main/features/approvals/testing/hostile-approvals.ts';
import type { Proof } from '../proof.ts';
import { disturbed } from './disturbed.ts';
import { hostileRounds } from './hostile-rounds.ts';
import { oneFile } from './one-file.ts';
import { promotions } from './promotions.ts';

const mutationsInABatch = 1_000;
/** Of each kind of what is shown of approvals. */
const approvalsInABatch = 10;

export const teamUnderHostileDatabase: Proof = {
  name: 'A team under a hostile database',
  claim:
    'of 20,000 entries that were changed, dropped, repeated, reordered, moved, forked, forged by who may not, or rolled back, and of 4,000 approvals that were changed, replayed on another proposal or given by who may not, none is believed and each is named',
  batches: 20,
  async run(batch) {
    const seed = 20_261_126 + batch;
    const { figures, breaches } = await hostileRounds({ mutations: mutationsInABatch, seed });
    const approvals = approvalsInABatch * Object.keys(approvalMutations).length;
    return {
      figures: { ...figures, approvals },
      breaches: [...breaches, ...hostileApprovals(approvalsInABatch, seed)],
    };
  },
};

export const teamUnderPromotions: Proof = {
  name: 'A team whose primary is killed and standby promoted',
  claim:
    'with a synchronous standby every delivery that a relay answered 200 and every entry that the database acknowledged is in the log after each promotion, once and in whole chains, and all computers have the same',
  batches: 5,
  run: (batch) => promotions({ promotions: 10, seed: 20_261_126 + batch }),
};

export const teamUnderDisturbances: Proof = {
  name: 'A team that is cut off, paused, killed, full and at the wrong time',
  claim:
    'after each of 1,000 rounds every computer has byte for byte the same records, and none tells of a problem',
  batches: 25,
  run: (batch) => disturbed({ seed: 20_261_126 + batch, rounds: 40, desks: 4 }),
};

export const teamWithOneFile: Proof = {
  name: 'A file that 20 computers of a team send at once',
  claim:
    'with the rows in another order on each and kill -9 of those that send, every row has exactly one account in the end, none was sent again unless a person had found nothing of it, and all computers have the same',
  batches: 3,
  run: (batch) => oneFile({ desks: 20, rows: 400, kills: 15, seed: 20_261_126 + batch }),
};
