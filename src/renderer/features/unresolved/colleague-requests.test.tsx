import { expect, it, vi } from 'vitest';
import type { ColleagueRequest } from '../../../bridge/team.ts';
import { rendered } from '../timeline/testing/rendered.tsx';
import { OpenRequests } from './colleague-requests.tsx';

const request: ColleagueRequest = {
  claim: '1',
  operation: 'createCustomer',
  about: 'ada@example.com',
  computer: 'Desk',
  person: 'Bob',
  at: '2026-11-20T09:00:00.000Z',
  seenAt: null,
  isGone: true,
  statements: [],
  outcome: null,
  isDifferent: false,
};

it('requests that this computer can’t resolve are not offered, and the reason is said', () => {
  const requests = [request, { ...request, claim: '2' }];
  const boxes = (blocked: string | null) => {
    const html = rendered(<OpenRequests {...{ requests, blocked }} onResolve={vi.fn()} />);
    const inputs = html.match(/<input[^>]*>/g) ?? [];
    return { html, enabled: inputs.filter((input) => !/ disabled(=|>| )/.test(input)).length };
  };
  expect(boxes(null).enabled).toBe(3);
  const blocked = boxes('Only an owner can.');
  expect(blocked.enabled).toBe(0);
  expect(blocked.html).toContain('Only an owner can.');
});
