/** What of the team needs a person: who asks to join, its log, its database, and computers that stay behind. */
import type { ApprovalRow } from '../../../../bridge/approvals.ts';
import type { NeedItem } from '../../../../bridge/overview.ts';
import type { JoinedTeam, TeamConnection } from '../../../../bridge/team.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { ApprovalsApi } from '../../approvals/approvals.ts';
import type { Team as TeamApi } from '../../team/team.ts';
import { foundAll, type NeedSource, needItem, recentMs } from './need-source.ts';

type Policy = NonNullable<ReturnType<ApprovalsApi['status']>>;

/** Proposals of the team that this computer has something to do about. */
const tests = {
  approvalsWaiting: ({ state, may }: ApprovalRow) => state === 'waiting' && may.includes('decide'),
  approvalsToSend: ({ may }: ApprovalRow) => may.includes('send'),
  approvalsRefused: ({ state, maker }: ApprovalRow) => state === 'refused' && maker.isOwn,
} as const;

export const approvalsThat = (
  kind: keyof typeof tests,
  rows: () => readonly ApprovalRow[],
): NeedSource => ({
  kind,
  topics: ['approvals', 'team', 'intents', 'bulk'],
  find: () =>
    foundAll(
      rows()
        .filter(tests[kind])
        .map(({ id, proposedAt, title, what }) => needItem(id, proposedAt, title, [what])),
    ),
});

/** Those of this computer that time ended, approved or not: nobody else says so. */
export const expiredApprovals = (rows: () => readonly ApprovalRow[]): NeedSource => ({
  kind: 'approvalsExpired',
  // Nothing but time tells of them.
  topics: null,
  find: ({ moment }) =>
    foundAll(
      rows()
        .filter(({ state, maker }) => state === 'expired' && maker.isOwn)
        .filter(({ expiresAt }) => Date.parse(expiresAt) > moment - recentMs)
        .map(({ id, expiresAt, title, what }) => needItem(id, expiresAt, title, [what])),
    ),
});

/** Policies of others that ask less than the ones whose place they took. */
export const loosenedPolicies = (loosened: ApprovalsApi['loosened']): NeedSource => ({
  kind: 'policyLoosened',
  topics: ['approvals', 'team'],
  find: ({ moment }) =>
    foundAll(
      loosened()
        .filter(({ learnedAt }) => Date.parse(learnedAt) > moment - recentMs)
        .map(({ id, at, by }) => needItem(id, at, by)),
    ),
});

/** A computer that lacks so many entries is behind. */
const farBehind = 1_000;

/** States in which nothing is exchanged until somebody does something. */
const standing: Partial<Record<TeamConnection, string>> = {
  away: 'team-away',
  refused: 'team-refused',
  removed: 'team-removed',
  conflict: 'team-conflict',
  restored: 'team-restored',
};

function itemsOf(team: JoinedTeam, now: string): NeedItem[] {
  const { state, exchangedAt, requests, problems, members, fork } = team;
  const what = standing[state];
  const silent = members.filter(({ isSilent }) => isSilent);
  const late = members.filter(({ behind }) => (behind ?? 0) >= farBehind);
  return [
    ...(what === undefined ? [] : [needItem(state, exchangedAt ?? now, null, [what])]),
    ...requests.map(({ id, name, at }) => needItem(id, at, name, ['team-asks'])),
    ...problems.map(({ id, author, at }) =>
      needItem(`problem-${id}`, at, author, ['team-problem']),
    ),
    ...(fork === null ? ownersNeeds(team, now) : [needItem('fork', now, null, ['team-forked'])]),
    ...silent.map(({ id, name, seenAt }) => needItem(id, seenAt ?? now, name, ['team-relay'])),
    ...late.map(({ id, name, seenAt }) => needItem(id, seenAt ?? now, name, ['team-behind'])),
  ];
}

/** What only owners can do something about. */
function ownersNeeds({ state, own, recovery, token }: JoinedTeam, now: string): NeedItem[] {
  if (state !== 'on' || own.role !== 'owner') return [];
  const usedAt = recovery?.usedAt ?? null;
  return [
    ...(recovery === null ? [needItem('recovery', now, null, ['team-no-recovery'])] : []),
    ...(usedAt === null ? [] : [needItem('recovery', usedAt, null, ['team-recovered'])]),
    ...(token?.gone ?? []).map((name) => needItem(`token-${name}`, now, name, ['team-token'])),
  ];
}

export const teamThat = (
  { view, colleagueNeeds }: Pick<TeamApi, 'view' | 'colleagueNeeds'>,
  policy: () => Pick<Policy, 'isLost' | 'maySet'> | null,
): NeedSource => ({
  kind: 'team',
  topics: ['team', 'intents', 'approvals'],
  find({ moment }) {
    const { team } = view();
    if (team === null) return foundAll([]);
    const { open, differing } = colleagueNeeds();
    const { isLost = false, maySet = false } = policy() ?? {};
    const now = isoTime(moment);
    return foundAll([
      ...itemsOf(team, now),
      ...(isLost && maySet ? [needItem('policy', now, null, ['team-policy-lost'])] : []),
      ...differing.map(({ id, name, at }) => needItem(id, at, name, ['team-different'])),
      ...open.map(({ id, name, at }) => needItem(id, at, name, ['team-claims'])),
    ]);
  },
});
