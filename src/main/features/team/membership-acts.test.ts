import { expect, it } from 'vitest';
import { createMembershipActs } from './membership-acts.ts';

it('a computer that another owner removed meanwhile is not taken for this one', () => {
  const members = new Map([['gone', { role: null }]]);
  const acts = createMembershipActs({
    requireOwner: () => ({ membership: () => ({ members }) }),
  } as never);
  expect(() => acts.roleOf('gone')).toThrow('That computer is no longer in the team.');
});
