/** Files of a treasurer, started, cut off, killed and resolved in any order. */
import fc from 'fast-check';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { liveBulk } from './bulk-end.ts';
import { type Lived, lived } from './bulk-steps.ts';

// Read in this thread: a life has several files, and each thread takes long to begin.
vi.mock(import('../../features/bulk/reading/read-file.ts'), async () => {
  const { readCsv } = await import('../../features/bulk/reading/read-csv.ts');
  return { readFile: async ({ bytes, maxTableRows }) => readCsv(bytes, maxTableRows) };
});

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(() => void vi.useRealTimers());

/** A form creates what rows of a run that stands still would be a second and a third of. */
const laterSecond: Lived = {
  ...{ kind: 'virtualAccount', hasPolicy: false, begins: false, isStopped: false },
  files: [
    [
      { thing: 0, is: 'good' },
      { thing: 0, is: 'good' },
    ],
    [{ thing: 1, is: 'good' }],
    [{ thing: 2, is: 'good' }],
  ],
  steps: [
    { isAway: true },
    { drops: 0, includes: 'all', starts: 1 },
    { isAway: false },
    { form: 0, isStubborn: false, windows: 1, isClosed: false },
    { answers: ['created'], isNewestFirst: false },
    { goesOn: 1 },
  ],
};

it('no row is created twice that nobody wanted twice, and every row is told as it is', async () => {
  await fc.assert(fc.asyncProperty(lived, liveBulk), {
    numRuns: 10,
    examples: [[laterSecond]],
  });
}, 120_000);
