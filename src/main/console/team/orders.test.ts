/** A team’s computers, cut off, stopped and set back in any order. */
import fc from 'fast-check';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { liveApprovals } from './testing/orders/approval-orders.ts';
import { lived as livedApprovals } from './testing/orders/approval-steps.ts';
import { liveClaims } from './testing/orders/claim-orders.ts';
import { type Lived, lived as livedClaims, type Press } from './testing/orders/claim-steps.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

const press: Press = { computer: 1, alike: 1, isStubborn: true, isForm: false, isAgain: false };
/** One of two presses of a form, which waited long, gave back what the other was sent under. */
const twoPresses: Lived = {
  isAllowedWithout: false,
  limit: null,
  steps: [
    { removes: 2 },
    { presses: [{ ...press, computer: 2, isStubborn: false }], turns: [] },
    {
      presses: [press, { ...press, isAgain: true }],
      turns: [{ pick: 0, before: { minutes: 2 } }],
    },
  ],
  last: 'answered',
};

/** A computer reads that it was removed while it tells what it sent. */
const removedMeanwhile: Lived = {
  isAllowedWithout: false,
  limit: null,
  steps: [
    {
      presses: [2, 0].map((computer) => ({ ...press, computer, alike: 0, isStubborn: false })),
      turns: [],
    },
    { restart: 2 },
    { removes: 2 },
    { answer: 0, end: 'answered' },
    { notices: 0 },
    { answer: 0, end: 'answered' },
    { removes: 2 },
  ],
  last: 'answered',
};

it('what may exist is sent once more only where a person was asked about it', async () => {
  const property = fc.asyncProperty(livedClaims, liveClaims);
  await fc.assert(property, {
    numRuns: 10,
    endOnFailure: true,
    examples: [[twoPresses], [removedMeanwhile]],
  });
}, 120_000);

it('what the policy asks others to approve is sent by their approvals of exactly that alone', async () => {
  await fc.assert(fc.asyncProperty(livedApprovals, liveApprovals), {
    numRuns: 10,
    endOnFailure: true,
  });
}, 120_000);
