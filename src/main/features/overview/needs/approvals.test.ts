/** Which requests for approval wait for whom. */
import { expect, it } from 'vitest';
import type { ApprovalRow } from '../../../../bridge/approvals.ts';
import type { LimitHours } from '../../../../bridge/overview.ts';
import { approvalsThat, expiredApprovals, loosenedPolicies } from './team.ts';

const at = '2026-11-26T10:00:00.000Z';
const question = { knownAt: null, moment: Date.parse(at), limits: {} as LimitHours };
const party = { computer: 'Ada’s laptop', person: 'Ada', isOwn: false, isMine: false };

const row = (id: string, more: Partial<ApprovalRow>): ApprovalRow => ({
  id,
  what: 'createCustomer',
  title: id,
  state: 'waiting',
  given: 0,
  needed: 1,
  maker: party,
  repeats: null,
  proposedAt: at,
  expiresAt: at,
  may: [],
  ...more,
});

const rows = [
  row('to decide', { may: ['decide'] }),
  row('decided by me', { may: ['refuse'] }),
  row('of another role', {}),
  row('my approved one', { state: 'approved', may: ['send', 'withdraw'] }),
  row('approved, of a colleague', { state: 'approved', may: ['decide'] }),
  row('my refused one', { state: 'refused', maker: { ...party, isOwn: true } }),
  row('refused, of a colleague', { state: 'refused' }),
];

it.each([
  ['approvalsWaiting', 'to decide'],
  ['approvalsToSend', 'my approved one'],
  ['approvalsRefused', 'my refused one'],
] as const)('%s is what this computer has something to do about', async (kind, id) => {
  const { items, count } = await approvalsThat(kind, () => rows).find(question);
  expect(count).toBe(1);
  expect(items).toEqual([{ id, at, name: id, what: ['createCustomer'] }]);
});

it('requests of this computer that expired are told for thirty days', async () => {
  const own = { state: 'expired' as const, maker: { ...party, isOwn: true } };
  const expired = [
    row('mine', { ...own, given: 1 }),
    row('mine of long ago', { ...own, expiresAt: '2026-10-01T10:00:00.000Z' }),
    row('of a colleague', { state: 'expired' }),
  ];
  const { items } = await expiredApprovals(() => [...rows, ...expired]).find(question);
  expect(items).toEqual([{ id: 'mine', at, name: 'mine', what: ['createCustomer'] }]);
});

it('policies that others made less strict are told for thirty days, of those that came late from then on', async () => {
  const longAgo = '2026-10-01T10:00:00.000Z';
  const policies = [
    { id: 'new', at, learnedAt: at, by: 'Ada' },
    { id: 'late', at: longAgo, learnedAt: at, by: 'Ada' },
    { id: 'old', at: longAgo, learnedAt: longAgo, by: null },
  ];
  const { items } = await loosenedPolicies(() => policies).find(question);
  expect(items).toEqual([
    { id: 'new', at, name: 'Ada', what: [] },
    { id: 'late', at: longAgo, name: 'Ada', what: [] },
  ]);
});
