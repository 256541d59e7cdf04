/** Approvals of a team, whatever its computers do in whichever order: nothing is sent that others had to approve first. */
import fc from 'fast-check';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { live } from './approval-orders.ts';
import { lived } from './approval-steps.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

it('in any order, what the policy asks others to approve is sent by their approvals of exactly that alone', async () => {
  await fc.assert(fc.asyncProperty(lived, live), { numRuns: 10, seed: 20_261_129 });
}, 120_000);
