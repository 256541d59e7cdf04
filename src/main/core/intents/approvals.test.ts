import { expect, it } from 'vitest';
import { createApprovalsPlace } from './approvals.ts';

const run = { id: 'a'.repeat(32), kind: 'customer' as const, rows: [], isResumed: false };

it('a run that began in no team does not go on in one before that was asked', async () => {
  const place = createApprovalsPlace();
  const still = await place.requireRun(run);
  still(1);
  const free = async () => () => undefined;
  place.use({ require: free, requireRun: free });
  expect(() => still(1)).toThrow('joined a team');
  // It goes on by what that says, and alone where the team was left.
  (await place.requireRun({ ...run, isResumed: true }))(1);
  place.use(null);
  still(1);
});
