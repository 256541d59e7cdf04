/** Files of a treasurer, started, cut off, killed and resolved in any order. */
import fc from 'fast-check';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { liveBulk } from './testing/bulk-orders/bulk-end.ts';
import { type Lived, lived } from './testing/bulk-orders/bulk-steps.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(() => void vi.useRealTimers());

const alike: Pick<Lived, 'kind' | 'hasPolicy' | 'begins' | 'isStopped' | 'files'> = {
  kind: 'virtualAccount',
  hasPolicy: false,
  begins: false,
  isStopped: false,
  files: [
    [
      { thing: 0, is: 'good' },
      { thing: 0, is: 'good' },
    ],
    [{ thing: 1, is: 'good' }],
    [{ thing: 2, is: 'good' }],
  ],
};
const form = { form: 0, isStubborn: false, windows: 1, isClosed: false } as const;

/** A form creates what rows of a run that stands still would be a second and a third of. */
const laterSecond: Lived = {
  ...alike,
  steps: [
    { isAway: true },
    { drops: 0, includes: 'all', starts: 1 },
    { isAway: false },
    form,
    { answers: ['created'], isNewestFirst: false },
    { goesOn: 1 },
  ],
};

/** The run goes on while the form’s request is under way. */
const underWay: Lived = {
  ...alike,
  steps: [
    { isAway: true },
    { drops: 0, includes: 'none', starts: 1 },
    { isAway: false },
    form,
    { goesOn: 1 },
  ],
};

/** Others have it created while the run stands still, and a delivery tells that. */
const toldMeanwhile: Lived = {
  ...alike,
  steps: [
    { isAway: true },
    { drops: 0, includes: 'none', starts: 1 },
    { isAway: false },
    { elsewhere: 0, isTold: true },
    { goesOn: 1 },
  ],
};

/** As many duplicates are included as this window shows, and another one. */
const swapped: Lived = {
  ...alike,
  files: [
    [0, 0, 1, 1].map((thing) => ({ thing, is: 'good' as const })),
    [{ thing: 2, is: 'good' }],
    [{ thing: 3, is: 'good' }],
  ],
  steps: [{ drops: 0, includes: 'first' }, { swaps: true }, { starts: 1 }],
};

/** More rows than are sent at a time. */
const long: typeof alike = {
  ...alike,
  files: [
    Array.from({ length: 10 }, (_none, thing) => ({ thing, is: 'good' as const })),
    [{ thing: 10, is: 'good' }],
    [{ thing: 11, is: 'good' }],
  ],
};
const begun: Lived['steps'] = [{ drops: 0, includes: 'none', starts: 1 }, { passes: 30 }];
const one: Lived['steps'] = [{ answers: ['created'], isNewestFirst: false }, { passes: 30 }];

const departs: Lived = {
  ...long,
  steps: [...begun, { answers: ['departs'], isNewestFirst: false }, { passes: 30 }, ...one],
};
const locked: Lived = {
  ...long,
  steps: [...begun, { isBlocked: true }, { passes: 3_000 }, { passes: 3_000 }, ...one, ...one],
};
const revoked: Lived = {
  ...long,
  hasPolicy: true,
  steps: [...begun, { approves: 0, windows: 1 }, { passes: 30 }, { isRevoked: true }, ...one],
};
/** A form creates what an included row would be a second of, between the proposal and its start. */
const approvedLate: Lived = {
  ...alike,
  hasPolicy: true,
  files: [
    [0, 0, 0].map((thing) => ({ thing, is: 'good' as const })),
    [{ thing: 1, is: 'good' }],
    [{ thing: 2, is: 'good' }],
  ],
  steps: [
    { drops: 0, includes: 'first', starts: 1 },
    form,
    { answers: ['created'], isNewestFirst: false },
    { approves: 0, windows: 1 },
    { passes: 3_000 },
    ...one,
  ],
};
/** A run that was stopped is pressed to go on. */
const stopped: Lived = { ...long, steps: [...begun, { stops: 1 }, ...one, { goesOn: 1 }] };

/** The disk refuses one statement after another until something is sent. */
const fullDisk: Lived = {
  ...alike,
  steps: [
    { isAway: true },
    ...begun,
    { isAway: false },
    ...Array.from({ length: 24 }, (_none, fullAfter): Lived['steps'] => [
      { fullAfter, count: 1 },
      { goesOn: 1 },
    ]).flat(),
  ],
};

it('no row is created twice that nobody wanted twice, and every row is told as it is', async () => {
  await fc.assert(fc.asyncProperty(lived, liveBulk), {
    numRuns: 20,
    endOnFailure: true,
    examples: [
      [laterSecond],
      [underWay],
      [toldMeanwhile],
      [swapped],
      [departs],
      [locked],
      [revoked],
      [approvedLate],
      [stopped],
      [fullDisk],
    ] as [Lived][],
  });
}, 120_000);
