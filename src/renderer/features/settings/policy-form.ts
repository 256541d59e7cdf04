/** What is typed of an approval policy, and the policy that comes of it. */
import {
  limitedSubjects,
  maxApprovers,
  maxFeeBps,
  maxPerDay,
} from '../../../bridge/approval-limits.ts';
import type { ApprovalPolicy, ApprovalRule } from '../../../bridge/approvals.ts';
import { maxBulkRows } from '../../../bridge/bulk-limits.ts';
import type { WriteName } from '../../../contract/writes.ts';
import { wholeNumberOf } from '../../components/whole-number-input.tsx';

type RuleNumber = 'approvers' | 'feeAtLeast' | 'rowsAtLeast';

export type RuleValues = Omit<ApprovalRule, RuleNumber> & Record<RuleNumber, string>;

export interface PolicyValues {
  rules: RuleValues[];
  /** Empty: no limit. */
  limits: Partial<Record<WriteName, string>>;
  allowWithoutDatabase: boolean;
}

export const policyBounds = {
  approvers: { min: 1, max: maxApprovers },
  feeAtLeast: { min: 1, max: maxFeeBps },
  rowsAtLeast: { min: 1, max: maxBulkRows },
  mostPerDay: { min: 0, max: maxPerDay },
};

export const newRule: RuleValues = {
  ...{ of: 'createVirtualAccount', network: null, isNewAddress: false },
  ...{ feeAtLeast: '', rowsAtLeast: '', approvers: '1' },
};

const typedOf = (value: number | null): string => (value === null ? '' : String(value));

export const policyValues = (policy: ApprovalPolicy): PolicyValues => ({
  ...policy,
  rules: policy.rules.map((rule) => ({
    ...rule,
    approvers: typedOf(rule.approvers),
    feeAtLeast: typedOf(rule.feeAtLeast),
    rowsAtLeast: typedOf(rule.rowsAtLeast),
  })),
  limits: Object.fromEntries(policy.limits.map(({ of, mostPerDay }) => [of, typedOf(mostPerDay)])),
});

/** null: a number is none, as its field says. */
export function policyOf(values: PolicyValues): ApprovalPolicy | null {
  let isRight = true;
  const numberOf = (typed: string, of: keyof typeof policyBounds): number => {
    const value = wholeNumberOf(typed, policyBounds[of]);
    isRight &&= value !== null;
    return value ?? 0;
  };
  const orNone = (typed: string, of: keyof typeof policyBounds): number | null =>
    typed.trim() === '' ? null : numberOf(typed, of);
  const policy: ApprovalPolicy = {
    ...values,
    rules: values.rules.map((rule) => ({
      ...rule,
      approvers: numberOf(rule.approvers, 'approvers'),
      feeAtLeast: orNone(rule.feeAtLeast, 'feeAtLeast'),
      rowsAtLeast: orNone(rule.rowsAtLeast, 'rowsAtLeast'),
    })),
    limits: limitedSubjects.flatMap((of) => {
      const mostPerDay = orNone(values.limits[of] ?? '', 'mostPerDay');
      return mostPerDay === null ? [] : [{ of, mostPerDay }];
    }),
  };
  return isRight ? policy : null;
}
