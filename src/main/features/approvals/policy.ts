/**
 * What a team's policy asks of a write. Policies are entries by owners; each names those that it takes the place
 * of. Where two owners wrote one at once, both count, so the stricter is followed.
 */
import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';
import type {
  ApprovalLimit,
  ApprovalPolicy,
  ApprovalRule,
  DayLimit,
} from '../../../bridge/approvals.ts';
import type { BulkKind } from '../../../bridge/bulk.ts';
import { counted, listed } from '../../../bridge/words.ts';
import { canonicalNetwork } from '../../../contract/currencies.ts';
import { eachWrite, type WriteName, writeNames, writes } from '../../../contract/writes.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { ProposedRequest } from './contents.ts';

export interface Policy {
  readonly rules: readonly ApprovalRule[];
  readonly limits: readonly ApprovalLimit[];
  /** What needs approval may be sent without it while the team's database is away. */
  readonly allowWithoutDatabase: boolean;
}

/** What is to be sent, as far as rules ask. */
export interface PlannedWrite {
  readonly subject: ApprovalSubject;
  readonly operation: WriteName;
  /** How many are sent: 1, or the rows of a file. */
  readonly count: number;
  /** What differs among them, each once. */
  readonly rows: readonly PlannedRow[];
}
export interface PlannedRow {
  /** Network of a virtual account, canonical; null for others. */
  readonly network: string | null;
  readonly isNewAddress: boolean;
  /** Fee in basis points, as it is sent; null for none. */
  readonly fee: string | null;
}

export interface Needed {
  /** How many others have to approve; 0: nobody. */
  readonly approvers: number;
  /** Which rules hit, as sentences; each once. */
  readonly reasons: readonly string[];
}

/** What all of these ask together. */
export function neededBy(policies: readonly Policy[], write: PlannedWrite): Needed {
  const hit = policies
    .flatMap(({ rules }) => rules)
    .map((rule) => ({ rule, rows: rowsHit(rule, write) }))
    .filter(({ rows }) => rows.length > 0);
  return {
    approvers: Math.max(0, ...hit.map(({ rule }) => rule.approvers)),
    reasons: [...new Set(hit.map(({ rule, rows }) => sentenceOf(rule, networksOf(rows))))],
  };
}

/** For which of them the rule asks. */
function rowsHit(
  rule: ApprovalRule,
  { subject, operation, count, rows }: PlannedWrite,
): readonly PlannedRow[] {
  if (rule.of !== subject && rule.of !== operation) return [];
  if (rule.rowsAtLeast !== null && (subject !== 'bulk' || count < rule.rowsAtLeast)) return [];
  return rows.filter(
    ({ network, isNewAddress, fee }) =>
      (rule.network === null || canonicalNetwork(rule.network) === network) &&
      (!rule.isNewAddress || isNewAddress) &&
      (rule.feeAtLeast === null || BigInt(fee ?? '0') >= BigInt(rule.feeAtLeast)),
  );
}

const subjects: Readonly<Record<ApprovalSubject, string>> = {
  ...eachWrite(({ nouns }) => `New ${nouns}`),
  bulk: 'Bulk runs',
};

/** A file may name more, in any words: then none is named. */
const mostNetworks = 3;

/** null where they can't be named. */
function networksOf(rows: readonly PlannedRow[]): string | null {
  const networks = [...new Set(rows.map(({ network }) => network ?? ''))];
  const isNamed = networks.length <= mostNetworks && networks.every((network) => network !== '');
  return isNamed ? listed(networks) : null;
}

/** A rule as people read it. @param networks of what it asks about; null: of any */
export function sentenceOf(rule: ApprovalRule, networks: string | null = null): string {
  const conditions = [
    rule.rowsAtLeast === null
      ? null
      : `of ${rule.rowsAtLeast.toLocaleString('en-GB')} rows or more`,
    rule.network === null || rule.isNewAddress ? null : `on ${rule.network}`,
    rule.isNewAddress
      ? `to a wallet that is new on ${rule.network ?? networks ?? 'its network'}`
      : null,
    rule.feeAtLeast === null
      ? null
      : `with an integrator fee of ${rule.feeAtLeast} basis points or more`,
  ].filter((one) => one !== null);
  const approvers = rule.approvers === 1 ? '1 approver' : `${rule.approvers} approvers`;
  return `${[subjects[rule.of], ...conditions].join(' ')} need ${approvers}.`;
}

/** What several policies ask together, as one: each rule once, and of the limits of a kind the lowest. */
export function mergedPolicy(policies: readonly Policy[]): ApprovalPolicy {
  const rules = policies.flatMap((policy) => policy.rules);
  const most = new Map<WriteName, number>();
  for (const { of, mostPerDay } of policies.flatMap(({ limits }) => limits)) {
    most.set(of, Math.min(mostPerDay, most.get(of) ?? mostPerDay));
  }
  return {
    rules: [...new Map(rules.map((rule) => [canonicalJson(rule), rule])).values()],
    limits: [...most].map(([of, mostPerDay]) => ({ of, mostPerDay })),
    allowWithoutDatabase:
      policies.length > 0 && policies.every((policy) => policy.allowWithoutDatabase),
  };
}

/** Whether anything that these asked together is not asked by this one. */
export function isLooser(after: Policy, before: readonly Policy[]): boolean {
  const { rules, limits, allowWithoutDatabase } = mergedPolicy(before);
  return (
    (after.allowWithoutDatabase && !allowWithoutDatabase) ||
    rules.some((rule) => !after.rules.some((one) => covers(one, rule))) ||
    limits.some((limit) => {
      const now = after.limits.filter((one) => one.of === limit.of);
      return !now.some((one) => one.mostPerDay <= limit.mostPerDay);
    })
  );
}

/** Whether the one asks at least as much wherever the other one asks. */
const covers = (one: ApprovalRule, other: ApprovalRule): boolean =>
  one.of === other.of &&
  one.approvers >= other.approvers &&
  (one.network === null ||
    (other.network !== null &&
      canonicalNetwork(one.network) === canonicalNetwork(other.network))) &&
  (!one.isNewAddress || other.isNewAddress) &&
  isFrom(one.feeAtLeast, other.feeAtLeast) &&
  isFrom(one.rowsAtLeast, other.rowsAtLeast);

const isFrom = (one: number | null, other: number | null): boolean =>
  one === null || (other !== null && one <= other);

/** A policy as sentences; never empty. */
export function policySentences({ rules, limits, allowWithoutDatabase }: Policy): string[] {
  return [
    ...(rules.length === 0 ? ['Nothing needs approval.'] : rules.map((rule) => sentenceOf(rule))),
    ...limits.map(({ of, mostPerDay }) => {
      const { noun, nouns } = writes[of];
      return `At most ${counted(mostPerDay, `new ${noun}`, `new ${nouns}`)} a day (UTC).`;
    }),
    allowWithoutDatabase
      ? 'While the team’s database does not respond, requests are sent without asking the team, also without an approval that they need. Each is marked in the audit log.'
      : 'While the team’s database does not respond, what needs approval waits, and so do all requests of a production profile.',
  ];
}

/** How many more creates of this kind may be sent today; null: any number. */
export function leftToday(
  policies: readonly Policy[],
  operation: WriteName,
  sentToday: number,
): number | null {
  const most = policies
    .flatMap(({ limits }) => limits)
    .filter((limit) => limit.of === operation)
    .map(({ mostPerDay }) => mostPerDay);
  return most.length === 0 ? null : Math.max(0, Math.min(...most) - sentToday);
}

/** Those that count, with what of them is used. */
export const dayLimits = (
  policies: readonly Policy[],
  sentToday: (operation: WriteName) => number,
): DayLimit[] =>
  mergedPolicy(policies).limits.map((limit) => ({ ...limit, usedToday: sentToday(limit.of) }));

/** By which rows of a file are sent. */
export const writeOfRows = (kind: BulkKind): WriteName =>
  writeNames.find((name) => writes[name].creates === kind) as WriteName;

/** What of a request the rules ask about. */
export type RequestFacts =
  | Pick<Extract<ProposedRequest, { what: 'write' }>, 'what' | 'operation' | 'input'>
  | (Pick<Extract<ProposedRequest, { what: 'bulk' }>, 'what' | 'kind'> & {
      readonly rows: readonly { readonly input: Readonly<Record<string, unknown>> }[];
    });

/**
 * @param isPaidInto whether the service told of an account that pays into the wallet: a label or an import is one
 *   person's word
 */
export function plannedWrite(
  request: RequestFacts,
  isPaidInto: (network: string, address: string) => boolean,
): PlannedWrite {
  if (request.what === 'write') {
    const { operation, input } = request;
    const rows = plannedRows(operation, [input], isPaidInto);
    return { subject: operation, operation, count: 1, rows };
  }
  const operation = writeOfRows(request.kind);
  const inputs = request.rows.map(({ input }) => input);
  return {
    subject: 'bulk',
    operation,
    count: inputs.length,
    rows: plannedRows(operation, inputs, isPaidInto),
  };
}

const nothing: PlannedRow = { network: null, isNewAddress: false, fee: null };
/** Over every rule: what can't be read is asked about. */
const unreadableFee = '999999';

function plannedRows(
  operation: WriteName,
  inputs: readonly Readonly<Record<string, unknown>>[],
  isPaidInto: (network: string, address: string) => boolean,
): PlannedRow[] {
  if (!writes[operation].paysWallet) return [nothing];
  const rows = new Map<string, PlannedRow>();
  for (const { network, walletAddress, integratorBpsFee: fee } of inputs) {
    const id = JSON.stringify([network, walletAddress, fee]);
    if (rows.has(id)) continue;
    const named = typeof network === 'string' ? network : '';
    rows.set(id, {
      network: canonicalNetwork(named),
      isNewAddress: typeof walletAddress !== 'string' || !isPaidInto(named, walletAddress),
      fee:
        fee === undefined
          ? null
          : typeof fee === 'string' && /^\d{1,9}$/.test(fee)
            ? fee
            : unreadableFee,
    });
  }
  return [...rows.values()];
}
