/** Who writes which kind of entry, and where. */
import { type EntryHeader, type EntryKind, entryKinds, streamOfTeam } from './entry.ts';
import type { MemberRole } from './membership-payload.ts';

interface KindRule {
  readonly by: readonly MemberRole[];
  /** Where such entries are: the team's own stream, those of profiles, or both. */
  readonly in: 'team' | 'profile' | 'both';
  /** Left in clear, so that a relay reads it. */
  readonly isClear: boolean;
}

const desks: readonly MemberRole[] = ['owner', 'operator', 'approver', 'reviewer'];
const operators: readonly MemberRole[] = ['owner', 'operator'];
const makers: readonly MemberRole[] = ['owner', 'operator', 'approver'];
const kindRules: Readonly<Record<EntryKind, KindRule>> = {
  membership: { by: ['owner'], in: 'team', isClear: true },
  stream: { by: ['owner'], in: 'team', isClear: false },
  paths: { by: operators, in: 'team', isClear: true },
  webhook: { by: operators, in: 'profile', isClear: false },
  facts: { by: desks, in: 'profile', isClear: false },
  deliveries: { by: ['relay', 'owner', 'operator'], in: 'profile', isClear: false },
  heads: { by: desks, in: 'both', isClear: false },
  policy: { by: ['owner'], in: 'profile', isClear: false },
  proposal: { by: makers, in: 'profile', isClear: false },
  withdrawal: { by: makers, in: 'profile', isClear: false },
  approval: { by: ['owner', 'approver'], in: 'profile', isClear: false },
  claim: { by: makers, in: 'profile', isClear: false },
  release: { by: makers, in: 'profile', isClear: false },
  acknowledgement: { by: ['owner'], in: 'team', isClear: false },
  token: { by: ['owner'], in: 'profile', isClear: false },
  audit: { by: desks, in: 'profile', isClear: false },
  settlement: { by: operators, in: 'profile', isClear: false },
  verdicts: { by: operators, in: 'profile', isClear: false },
  coverage: { by: ['owner', 'operator', 'relay'], in: 'profile', isClear: false },
};

/** Kinds of approvals (docs/team-at-work.md). */
export const approvalKinds = ['policy', 'proposal', 'withdrawal', 'approval'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export const isApprovalKind = (kind: string): kind is ApprovalKind =>
  (approvalKinds as readonly string[]).includes(kind);

/** Kinds of claims (docs/team-at-work.md). */
export const isClaimKind = (kind: string): boolean =>
  ['claim', 'release', 'settlement'].includes(kind);

/** Kinds that are sealed and name no customer. */
const untelling: readonly EntryKind[] = [
  'heads',
  'stream',
  'coverage',
  'verdicts',
  'audit',
  'policy',
  'release',
  'token',
];
/** Kinds whose content may name a customer. */
export const tellingKinds: readonly EntryKind[] = entryKinds.filter(
  (kind) => !kindRules[kind].isClear && !untelling.includes(kind),
);

/** A later version may write others: such an entry has its place in its author's chain and says nothing here. */
export const isKnownKind = (kind: string): boolean => Object.hasOwn(kindRules, kind);

/** Whether an entry of this kind may be in its stream and is sealed or in clear as it must be. */
export function isInPlace(entry: EntryHeader): boolean {
  if (!isKnownKind(entry.kind)) return true;
  const rule = kindRules[entry.kind];
  const place = entry.stream === streamOfTeam(entry.team) ? 'team' : 'profile';
  return (
    (rule.in === 'both' || rule.in === place) &&
    rule.isClear === (entry.epoch === 0) &&
    mayFollow(entry)
  );
}

/** A membership entry may follow something, every claim has to, and no other kind may. */
const mayFollow = ({ kind, follows }: EntryHeader): boolean =>
  kind === 'membership' || (kind === 'claim') === (follows !== null);

/** Who is in the team with this role, or is not. */
type Role = MemberRole | null | undefined;

/** Whether a role writes entries of this kind; of a later version's, whoever reads. */
export const mayWrite = (role: Role, kind: EntryKind): boolean =>
  (isKnownKind(kind) ? kindRules[kind].by : desks).some((one) => one === role);

/** Owners and operators: who has the service token, and forwards. */
export const operates = (role: Role): boolean => operators.some((operator) => operator === role);
