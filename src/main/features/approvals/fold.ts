/**
 * What a team's entries about approvals add up to: pure, the same in any order and any duplication. Each is
 * checked anew by the members of now: by whom and at which place of its author's chain it was written. Nothing
 * that the page or the database says counts.
 *
 *     waiting ─▶ approved ─▶ sent
 *        ├─▶ refused   (one is enough, and stands)
 *        ├─▶ withdrawn (by its maker)
 *        └─▶ expired
 */
import { type ApprovalKind, mayWrite } from '../../../team-log/kinds.ts';
import { type Membership, personOf, roleAt } from '../../../team-log/membership.ts';
import type {
  ApprovalContent,
  Content,
  PolicyContent,
  RequestedContent,
  WithdrawalContent,
} from './contents.ts';
import { isLooser, type Needed } from './policy.ts';

/** An entry of this profile's stream that the judge took, opened and read. */
export interface ApprovalEntry<Of extends Content = Content> {
  /** Hash of the entry’s header. */
  readonly hash: string;
  readonly kind: ApprovalKind;
  /** Ed25519 public key of a computer. */
  readonly author: string;
  readonly sequence: number;
  readonly stream: string;
  /** ISO 8601 UTC, by its author's clock. */
  readonly at: string;
  /** When this computer learned of it, ISO 8601 UTC; null where it was read with all that was before it joined. */
  readonly takenAt?: string | null;
  /** SHA-256 of the content. */
  readonly digest: string;
  readonly content: Of;
}

/** Why an entry changes nothing. */
export type Disbelief =
  | 'elsewhere'
  | 'not a member'
  | 'no approver now'
  | 'no proposal'
  | 'by its maker'
  | 'twice by one'
  | 'other bytes'
  | 'not its maker';

export const disbeliefs: Readonly<Record<Disbelief, string>> = {
  elsewhere: 'It was written for another profile.',
  'not a member': 'Its author was not a member who may write this when it was written.',
  'no approver now': 'Its author is no longer a member who may approve.',
  'no proposal': 'It names a request that this computer does not have.',
  'by its maker':
    'Its author requested the approval, on this computer or another one of theirs. Nobody approves their own requests.',
  'twice by one':
    'Its author has already decided the same about the request, on this computer or another one of theirs, and counts once.',
  'other bytes': 'It is for different content than the request has.',
  'not its maker': 'It withdraws a request that another computer made.',
};

export interface Decision {
  readonly hash: string;
  readonly author: string;
  /** Whose computer that is: each counts once. */
  readonly by: string;
  readonly at: string;
  readonly decision: 'approved' | 'refused';
  readonly note: string;
  readonly person: string | null;
  /** false: an approval that something was sent by, of somebody who is not trusted with it any more. */
  readonly isFit: boolean;
}

export interface FoldedRequest extends ApprovalEntry<RequestedContent> {
  /** Whose computer proposed it. */
  readonly maker: string;
  /** Whether that computer is in the team: no other one sends it. */
  readonly isMakerMember: boolean;
  readonly state: 'waiting' | 'approved' | 'refused' | 'withdrawn' | 'expired' | 'sent';
  /**
   * What the policies of then and of now ask, the stricter; of a single request that was sent, those of when it was
   * sent, by the clocks of who wrote them. Of what else ended, what its maker found.
   */
  readonly needed: Needed;
  /** Whether a policy that its maker named is not here: then it can't be sent yet. */
  readonly isUnclear: boolean;
  /** Whether as many approved as are needed, and nobody refused; a file that was started goes on by it. */
  readonly isApproved: boolean;
  /** Those that count, by time. */
  readonly decisions: readonly Decision[];
  readonly withdrawn: { readonly at: string; readonly note: string } | null;
}

export interface FoldedPolicy extends ApprovalEntry<PolicyContent> {}

export interface Folded {
  /** By hash. */
  readonly proposals: ReadonlyMap<string, FoldedRequest>;
  /** Those that count now: one, or more where owners wrote at once, or where one waits to be sent. */
  readonly policies: readonly FoldedPolicy[];
  /** Those of all that ask less than what they took the place of. */
  readonly loosened: readonly FoldedPolicy[];
  /** Those of them that are not known to be in the database. */
  readonly waitingPolicies: readonly FoldedPolicy[];
  /** Each of them, and one that the database has, lets requests be sent while it does not answer. */
  readonly allowsWithoutDatabase: boolean;
  /** Entries that change nothing, and why. */
  readonly disbelieved: ReadonlyMap<string, Disbelief>;
}

export interface FoldParts {
  readonly stream: string;
  readonly membership: Membership;
  /** Milliseconds. */
  readonly now: number;
  /** What these policies ask of the proposal's request. */
  readonly neededBy: (
    policies: readonly FoldedPolicy[],
    proposal: ApprovalEntry<RequestedContent>,
  ) => Needed;
  /** An own entry that the database is not known to have. */
  readonly isWaiting: (entry: ApprovalEntry) => boolean;
  /** Whether the journal has a try of it that may have left this or another computer. */
  readonly isSent: (proposal: ApprovalEntry<RequestedContent>) => boolean;
  /** When it was sent, ISO 8601 UTC; null of a file, which goes on by the policies of now. */
  readonly sentAt: (proposal: ApprovalEntry<RequestedContent>) => string | null;
}

export function foldApprovals(entries: Iterable<ApprovalEntry>, parts: FoldParts): Folded {
  const disbelieved = new Map<string, Disbelief>();
  const counted = new Map<string, ApprovalEntry>();
  for (const entry of entries) {
    const why = disbeliefOf(entry, parts);
    if (why === null) counted.set(entry.hash, entry);
    else disbelieved.set(entry.hash, why);
  }
  const of = <What extends Content>(what: What['what']) =>
    [...counted.values()].filter(
      (entry): entry is ApprovalEntry<What> => entry.content.what === what,
    );
  const allPolicies = new Map(of<PolicyContent>('policy').map((one) => [one.hash, one]));
  const { policies, ...ofPolicies } = policiesOfNow(allPolicies, parts.isWaiting);

  const loosened = [...allPolicies.values()].filter(({ content }) => {
    const before = content.supersedes.flatMap((one) => allPolicies.get(one)?.content ?? []);
    return isLooser(content, before);
  });

  const proposals = new Map(of<RequestedContent>('proposal').map((one) => [one.hash, one]));
  const personBy = (author: string): string => personOf(parts.membership, author);
  const withdrawals = withdrawalsOf(of<WithdrawalContent>('withdrawal'), proposals, disbelieved);
  const sent = new Set(
    [...proposals.values()]
      .filter(
        (proposal) =>
          withdrawals.get(proposal.hash)?.content.why === 'started' || parts.isSent(proposal),
      )
      .map(({ hash }) => hash),
  );
  const isFit = (approval: ApprovalEntry<ApprovalContent>) => isFitNow(approval, parts.membership);
  // What was sent keeps what it was sent by.
  const approvals = of<ApprovalContent>('approval').filter((one) => {
    const counts = isFit(one) || sent.has(one.content.proposal);
    if (!counts) disbelieved.set(one.hash, 'no approver now');
    return counts;
  });
  const said = collect(approvals, proposals, { personBy, isFit }, disbelieved);
  const countingFor = (proposal: ApprovalEntry<RequestedContent>): readonly FoldedPolicy[] => {
    const at = sent.has(proposal.hash) ? parts.sentAt(proposal) : null;
    return at === null ? policies : policiesAt(at, allPolicies, parts.isWaiting);
  };
  const folded = [...proposals].map(([hash, proposal]): [string, FoldedRequest] => {
    const { content } = proposal;
    const named = content.policies.flatMap((hash) => allPolicies.get(hash) ?? []);
    const asked: Needed = { approvers: content.approvers, reasons: content.reasons };
    const decisions = (said.get(hash) ?? []).toSorted(byTime);
    const withdrawal = withdrawals.get(hash) ?? null;
    const isUnclear = named.length < new Set(content.policies).size;
    const ended = endOf({
      decisions,
      withdrawal,
      isSent: sent.has(hash),
      isExpired: parts.now >= Date.parse(content.expiresAt),
    });
    // Each person is among those that decided once, as none refused.
    const open = (): Needed =>
      together(asked, parts.neededBy([...named, ...countingFor(proposal)], proposal));
    const needed = ended === null || ended === 'sent' ? open() : asked;
    const isApproved =
      !isUnclear &&
      decisions.every(({ decision }) => decision === 'approved') &&
      decisions.filter((decision) => decision.isFit).length >= needed.approvers;
    const state = ended ?? (isApproved ? 'approved' : 'waiting');
    const withdrawn =
      withdrawal?.content.why === 'withdrawn'
        ? { at: withdrawal.at, note: withdrawal.content.note }
        : null;
    const maker = personBy(proposal.author);
    const isMakerMember = (parts.membership.members.get(proposal.author)?.role ?? null) !== null;
    return [
      hash,
      {
        ...proposal,
        maker,
        isMakerMember,
        state,
        needed,
        isUnclear,
        isApproved,
        decisions,
        withdrawn,
      },
    ];
  });
  return { proposals: new Map(folded), policies, loosened, ...ofPolicies, disbelieved };
}

function policiesAt(
  at: string,
  all: ReadonlyMap<string, FoldedPolicy>,
  isWaiting: FoldParts['isWaiting'],
): readonly FoldedPolicy[] {
  const then = [...all].filter(([, policy]) => Date.parse(policy.at) <= Date.parse(at));
  return policiesOfNow(new Map(then), isWaiting).policies;
}

/** How many requests that are not sent yet this computer approved. */
export const openApprovedBy = ({ proposals }: Folded, author: string): number =>
  [...proposals.values()].filter(
    ({ state, decisions }) =>
      (state === 'waiting' || state === 'approved') &&
      decisions.some((decision) => decision.author === author && decision.decision === 'approved'),
  ).length;

/** One that waits to be sent only adds: it takes the place of none that the database has. */
function policiesOfNow(
  all: ReadonlyMap<string, FoldedPolicy>,
  isWaiting: FoldParts['isWaiting'],
): Pick<Folded, 'policies' | 'waitingPolicies' | 'allowsWithoutDatabase'> {
  const waiting = new Set([...all.values()].filter(isWaiting).map(({ hash }) => hash));
  const past = new Set(
    [...all.values()].flatMap(({ hash, content }) =>
      content.supersedes.filter((one) => !waiting.has(hash) || waiting.has(one)),
    ),
  );
  const policies = [...all.values()].filter(({ hash }) => !past.has(hash)).sort(byHash);
  const known = policies.filter(({ hash }) => !waiting.has(hash));
  return {
    policies,
    waitingPolicies: policies.filter(({ hash }) => waiting.has(hash)),
    allowsWithoutDatabase:
      known.length > 0 && policies.every(({ content }) => content.allowWithoutDatabase),
  };
}

/** By whom it is, and where it stands in that author's chain. */
function disbeliefOf(entry: ApprovalEntry, { stream, membership }: FoldParts): Disbelief | null {
  if (entry.stream !== stream || entry.content.what !== entry.kind) return 'elsewhere';
  const role = roleAt(membership, entry, entry.hash);
  return role === null || !mayWrite(role, entry.kind) ? 'not a member' : null;
}

/** A refusal stands, whoever leaves. An approval is of somebody whom the team trusts with it now as well. */
function isFitNow(
  { author, kind, content }: ApprovalEntry<ApprovalContent>,
  { members }: Membership,
): boolean {
  return content.decision === 'refused' || mayWrite(members.get(author)?.role, kind);
}

function collect(
  approvals: readonly ApprovalEntry<ApprovalContent>[],
  proposals: ReadonlyMap<string, ApprovalEntry<RequestedContent>>,
  {
    personBy,
    isFit,
  }: {
    readonly personBy: (author: string) => string;
    readonly isFit: (approval: ApprovalEntry<ApprovalContent>) => boolean;
  },
  disbelieved: Map<string, Disbelief>,
): ReadonlyMap<string, readonly Decision[]> {
  const said = new Map<string, Decision[]>();
  // In one order, whatever the order of reading, so that the same one of a person counts: first those that count now.
  const inOrder = approvals.toSorted(
    (one, other) => Number(isFit(other)) - Number(isFit(one)) || bySequence(one, other),
  );
  for (const entry of inOrder) {
    const { hash, author, at, content } = entry;
    const proposal = proposals.get(content.proposal);
    const decisions = said.get(content.proposal) ?? [];
    const by = personBy(author);
    const isOwn = proposal !== undefined && personBy(proposal.author) === by;
    const why = isOwn ? 'by its maker' : whyNot(by, content, proposal, decisions);
    if (why !== null) {
      disbelieved.set(hash, why);
      continue;
    }
    const { decision, note, person } = content;
    decisions.push({ hash, author, by, at, decision, note, person, isFit: isFit(entry) });
    said.set(content.proposal, decisions);
  }
  return said;
}

function whyNot(
  by: string,
  { digest, decision }: ApprovalContent,
  proposal: ApprovalEntry<RequestedContent> | undefined,
  before: readonly Decision[],
): Disbelief | null {
  if (proposal === undefined) return 'no proposal';
  if (proposal.digest !== digest) return 'other bytes';
  // Who approved may still refuse; nobody is counted twice.
  const isTwice = before.some((one) => one.by === by && one.decision === decision);
  return isTwice ? 'twice by one' : null;
}

function withdrawalsOf(
  withdrawals: readonly ApprovalEntry<WithdrawalContent>[],
  proposals: ReadonlyMap<string, ApprovalEntry<RequestedContent>>,
  disbelieved: Map<string, Disbelief>,
): ReadonlyMap<string, ApprovalEntry<WithdrawalContent>> {
  const found = new Map<string, ApprovalEntry<WithdrawalContent>>();
  for (const entry of withdrawals.toSorted(bySequence)) {
    const proposal = proposals.get(entry.content.proposal);
    if (proposal === undefined) disbelieved.set(entry.hash, 'no proposal');
    else if (proposal.author !== entry.author) disbelieved.set(entry.hash, 'not its maker');
    // What was started was started, also when it was withdrawn first.
    else if (entry.content.why === 'started' || !found.has(proposal.hash)) {
      found.set(proposal.hash, entry);
    }
  }
  return found;
}

interface StateFacts {
  readonly decisions: readonly Decision[];
  readonly withdrawal: ApprovalEntry<WithdrawalContent> | null;
  readonly isSent: boolean;
  readonly isExpired: boolean;
}

/** null while it waits or is approved. */
function endOf(facts: StateFacts): FoldedRequest['state'] | null {
  if (facts.isSent) return 'sent';
  if (facts.decisions.some(({ decision }) => decision === 'refused')) return 'refused';
  if (facts.withdrawal !== null) return 'withdrawn';
  return facts.isExpired ? 'expired' : null;
}

const together = (one: Needed, other: Needed): Needed => ({
  approvers: Math.max(one.approvers, other.approvers),
  reasons: [...new Set([...one.reasons, ...other.reasons])],
});

type Placed = Pick<ApprovalEntry, 'hash' | 'sequence'>;
const byHash = (one: { hash: string }, other: { hash: string }): number =>
  one.hash < other.hash ? -1 : 1;
const bySequence = (one: Placed, other: Placed): number =>
  one.sequence - other.sequence || byHash(one, other);
const byTime = (one: Decision, other: Decision): number =>
  one.at === other.at ? byHash(one, other) : one.at < other.at ? -1 : 1;
