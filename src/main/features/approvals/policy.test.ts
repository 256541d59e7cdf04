import { describe, expect, it } from 'vitest';
import type { ApprovalRule } from '../../../bridge/approvals.ts';
import {
  isLooser,
  leftToday,
  neededBy,
  type Policy,
  plannedWrite,
  policySentences,
  sentenceOf,
} from './policy.ts';

const rule = (more: Partial<ApprovalRule>): ApprovalRule => ({
  of: 'createVirtualAccount',
  network: null,
  isNewAddress: false,
  feeAtLeast: null,
  rowsAtLeast: null,
  approvers: 1,
  ...more,
});
const policy = (...rules: ApprovalRule[]): Policy => ({
  rules,
  limits: [],
  allowWithoutDatabase: false,
});
const known = 'known';
const isPaidInto = (_: string, address: string) => address === known;
const account = (more: object = {}) =>
  plannedWrite(
    {
      what: 'write',
      operation: 'createVirtualAccount',
      input: { network: 'solana', walletAddress: 'new', ...more },
    },
    isPaidInto,
  );
const file = (...inputs: Record<string, unknown>[]) =>
  plannedWrite(
    { what: 'bulk', kind: 'virtualAccount', rows: inputs.map((input) => ({ input })) },
    isPaidInto,
  );
const approvers = (rules: ApprovalRule[], write = account()) =>
  neededBy([policy(...rules)], write).approvers;

describe('a rule', () => {
  it.each<[string, Partial<ApprovalRule>, object, number]>([
    ['of another kind', { of: 'createCustomer' }, {}, 0],
    ['without conditions', {}, {}, 1],
    ['of the network, however it is spelled', { network: 'sol' }, {}, 1],
    ['of another network', { network: 'base' }, {}, 0],
    ['of new wallets', { isNewAddress: true }, {}, 1],
    ['of new wallets, and this one is known', { isNewAddress: true }, { walletAddress: known }, 0],
    ['from a fee on', { feeAtLeast: 50 }, { integratorBpsFee: '50' }, 1],
    ['from a fee on that is not reached', { feeAtLeast: 50 }, { integratorBpsFee: '49' }, 0],
    ['from a fee on, and there is none', { feeAtLeast: 50 }, {}, 0],
    ['from a fee on, and that can’t be read', { feeAtLeast: 50 }, { integratorBpsFee: 'x' }, 1],
    ['of files alone', { of: 'bulk' }, {}, 0],
  ])('%s', (_, more, input, wanted) => {
    expect(approvers([rule(more)], account(input))).toBe(wanted);
  });

  it('of accounts holds for the rows of a file, and one row is enough', () => {
    const rows = [{ walletAddress: known }, { walletAddress: 'new', integratorBpsFee: '99' }];
    const rules = [rule({ isNewAddress: true, feeAtLeast: 50, approvers: 3 })];
    expect(approvers(rules, file(...rows))).toBe(3);
    expect(approvers(rules, file({ walletAddress: known, integratorBpsFee: '99' }))).toBe(0);
  });

  it('of files may begin with a number of rows, also of rows that are alike', () => {
    const rules = [rule({ of: 'bulk', rowsAtLeast: 3, approvers: 2 })];
    const row = { walletAddress: known };
    expect(approvers(rules, file(row, row))).toBe(0);
    expect(approvers(rules, file(row, row, row))).toBe(2);
  });
});

it('the one that asks for the most counts, and each says why', () => {
  const rules = [rule({}), rule({ network: 'solana', approvers: 2 }), rule({})];
  const needed = neededBy([policy(...rules), policy(rule({ approvers: 1 }))], account());
  expect(needed).toEqual({
    approvers: 2,
    reasons: [
      'New virtual accounts need 1 approver.',
      'New virtual accounts on solana need 2 approvers.',
    ],
  });
});

it('is told in a sentence', () => {
  const all = { network: 'base', isNewAddress: true, feeAtLeast: 100, rowsAtLeast: 1_000 };
  expect(sentenceOf(rule({ of: 'bulk', ...all, approvers: 2 }))).toBe(
    'Bulk runs of 1,000 rows or more to a wallet that is new on base with an integrator fee of 100 basis points or more need 2 approvers.',
  );
});

it('about new wallets names the network on which the wallet is new', () => {
  const rules = [rule({ isNewAddress: true })];
  const asked = (...inputs: Record<string, unknown>[]) =>
    neededBy([policy(...rules)], file(...inputs)).reasons;
  const on = (network: string, walletAddress = 'new') => ({ network, walletAddress });
  const sentence = (where: string) =>
    `New virtual accounts to a wallet that is new on ${where} need 1 approver.`;
  expect(rules.map((one) => sentenceOf(one))).toEqual([sentence('its network')]);
  expect(neededBy([policy(...rules)], account()).reasons).toEqual([sentence('solana')]);
  const two = asked(on('sol'), on('base'), on('polygon', known));
  expect(two).toEqual([sentence('solana and base')]);
  const many = ['base', 'solana', 'polygon', 'ethereum'].map((network) => on(network));
  expect(asked(...many)).toEqual([sentence('its network')]);
});

it('of two limits the lower one holds', () => {
  const limited = (mostPerDay: number): Policy => ({
    ...policy(),
    limits: [{ of: 'createCustomer', mostPerDay }],
  });
  expect(leftToday([policy()], 'createCustomer', 9)).toBeNull();
  expect(leftToday([limited(10), limited(5)], 'createCustomer', 3)).toBe(2);
  expect(leftToday([limited(5)], 'createCustomer', 7)).toBe(0);
  expect(leftToday([limited(5)], 'createWebhook', 7)).toBeNull();
});

it.each<[string, Partial<ApprovalRule> | null, boolean]>([
  ['the same', {}, false],
  ['more approvers', { approvers: 3 }, false],
  ['fewer approvers', { approvers: 1 }, true],
  ['any network', { network: null }, false],
  ['the network in another spelling', { network: 'sol' }, false],
  ['another network', { network: 'base' }, true],
  ['new wallets alone', { isNewAddress: true }, true],
  ['a lower fee', { feeAtLeast: 10 }, false],
  ['a higher fee', { feeAtLeast: 90 }, true],
  ['another kind', { of: 'createCustomer' }, true],
  ['nothing', null, true],
])('a rule that gives way to %s is looser: %s', (_, more, wanted) => {
  const before = rule({ network: 'solana', feeAtLeast: 50, approvers: 2 });
  const after = more === null ? policy() : policy({ ...before, ...more });
  expect(isLooser(after, [policy(before)])).toBe(wanted);
});

it('a limit that goes or grows is looser, and so is sending without the database', () => {
  const limited = (mostPerDay: number): Policy => ({
    ...policy(),
    limits: [{ of: 'createCustomer', mostPerDay }],
  });
  expect(isLooser(limited(5), [limited(5), limited(9)])).toBe(false);
  expect(isLooser(limited(6), [limited(5)])).toBe(true);
  expect(isLooser(policy(), [limited(5)])).toBe(true);
  const lax = { ...policy(), allowWithoutDatabase: true };
  const isLooserThan = (...before: Policy[]) => isLooser(lax, before);
  expect([isLooserThan(), isLooserThan(lax), isLooser(policy(), [])]).toEqual([true, false, false]);
  // Of two that counted, both had to allow it.
  expect(isLooserThan(lax, policy())).toBe(true);
});

it('says a limit of one and of many', () => {
  const limits = (
    [
      ['createWebhook', 1],
      ['createCustomer', 1_200],
    ] as const
  ).map(([of, mostPerDay]) => ({ of, mostPerDay }));
  expect(policySentences({ ...policy(), limits })).toEqual(
    expect.arrayContaining([
      'At most 1 new webhook a day (UTC).',
      'At most 1,200 new customers a day (UTC).',
    ]),
  );
});
