/** Claims of a team’s computers, cut off, stopped and set back in any order: nothing is sent twice without a question. */
import fc from 'fast-check';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { live } from './claim-orders.ts';
import { lived } from './claim-steps.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

it('in any order, what may exist is sent once more only where a person was asked about it', async () => {
  await fc.assert(fc.asyncProperty(lived, live), { numRuns: 10, seed: 20_261_129 });
}, 120_000);
