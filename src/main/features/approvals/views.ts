/** Proposals as the page shows them. */
import type { ApprovalDetail, ApprovalParty, ApprovalRow } from '../../../bridge/approvals.ts';
import { counted } from '../../../bridge/words.ts';
import { mayWrite } from '../../../team-log/kinds.ts';
import { type Membership, personOf } from '../../../team-log/membership.ts';
import { type OfferedWrite, writeOf } from '../../core/feature/offered-write.ts';
import type { Book, TeamVoice } from './book.ts';
import type { ProposedRequest } from './contents.ts';
import { disbeliefs, type Folded, type FoldedRequest } from './fold.ts';
import { writeOfRows } from './policy.ts';
import { fieldsOf, subjectOf } from './request-text.ts';
import type { ApprovalStore } from './store.ts';

/** Rows of a file that a detail has; the document to approve it in has all. */
const shownRows = 100;

export interface ViewParts {
  readonly book: Book;
  readonly store: ApprovalStore;
  readonly writes: readonly OfferedWrite[];
}

/** Approvals that a file which was started does not go on by. */
const unfitOf = ({ content, decisions }: FoldedRequest): ReadonlySet<string> =>
  new Set(
    content.request.what === 'bulk'
      ? decisions.filter(({ isFit }) => !isFit).map(({ hash }) => hash)
      : [],
  );

export interface ListedRow extends ApprovalRow {
  /** Nobody else sends it, so without its maker's computer it is over. */
  readonly isMakerMember: boolean;
}

export interface LoosenedPolicy {
  readonly id: string;
  readonly at: string;
  /** When this computer learned of it, where that was later by its clock. */
  readonly learnedAt: string;
  /** Who set it: the person, or the computer. */
  readonly by: string | null;
}

export function createViews({ book, store, writes }: ViewParts) {
  /** What it is about, in few words. */
  const titleOf = (request: ProposedRequest): string =>
    request.what === 'bulk'
      ? request.fileName
      : writeOf(writes, request.operation).titleOf(request.input, request.ownName);
  const rowsOf = (request: ProposedRequest): Pick<ApprovalDetail, 'rows' | 'rowCount'> => {
    if (request.what !== 'bulk') return { rows: [], rowCount: 0 };
    const write = writeOf(writes, writeOfRows(request.kind));
    const rows = request.rows.slice(0, shownRows).map(({ row: number, input, ownName }) => ({
      row: number,
      title: write.titleOf(input, ownName ?? ''),
      fields: fieldsOf(input),
    }));
    return { rows, rowCount: request.rows.length };
  };
  const isMine = (voice: TeamVoice, author: string): boolean =>
    personOf(voice.membership(), author) === personOf(voice.membership(), voice.own);
  const party = (voice: TeamVoice, author: string, person: string | null): ApprovalParty => ({
    computer: voice.nameOf(author),
    person: voice.personOf(author) ?? person,
    isOwn: author === voice.own,
    isMine: isMine(voice, author),
  });

  /** What this computer may do with it; main looks again when it is done. */
  function may(voice: TeamVoice, proposal: FoldedRequest): ApprovalRow['may'] {
    const { state, author, maker, decisions } = proposal;
    if (!isOpen(proposal)) return [];
    if (author === voice.own) {
      return state === 'approved' ? ['send', 'withdraw'] : ['withdraw'];
    }
    const person = personOf(voice.membership(), voice.own);
    const mayDecide = mayWrite(book.ownRole(), 'approval') && maker !== person;
    const hasDecided = decisions.some(({ by }) => by === person);
    if (!mayDecide) return [];
    return hasDecided ? ['refuse'] : ['decide'];
  }

  const row = (voice: TeamVoice, proposal: FoldedRequest): ListedRow => {
    const { hash, content, state, needed, decisions, at, author, isMakerMember } = proposal;
    const { request, person, expiresAt } = content;
    return {
      id: hash,
      what: subjectOf(request),
      title: titleOf(request),
      state,
      given: decisions.filter(({ decision }) => decision === 'approved').length,
      needed: needed.approvers,
      maker: party(voice, author, person),
      repeats: request.what === 'write' ? request.repeats : null,
      proposedAt: at,
      expiresAt,
      may: may(voice, proposal),
      isMakerMember,
    };
  };

  /** Policies of others that were made less strict. */
  const loosened = (voice: TeamVoice, folded: Folded): readonly LoosenedPolicy[] =>
    folded.loosened
      .filter(({ author }) => !isMine(voice, author))
      .map(({ hash, at, takenAt, author, content }) => {
        const { person, computer } = party(voice, author, content.person);
        const learnedAt = takenAt && takenAt > at ? takenAt : at;
        return { id: hash, at, learnedAt, by: person ?? computer };
      });

  /** `last`: the newest, which wait to be sent, or the team's; and who set one last. */
  function policyOf(voice: TeamVoice, { policies, waitingPolicies }: Folded) {
    const isWaiting = waitingPolicies.length > 0;
    const last = isWaiting ? waitingPolicies : policies;
    const newest = last.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
    const setBy = newest ? party(voice, newest.author, newest.content.person) : null;
    // Whoever reads the database from now on knows nothing of such a one.
    const isLost = policies.some(
      (policy) => !waitingPolicies.includes(policy) && voice.isLost(policy.author, policy.sequence),
    );
    return { last, isWaiting, isLost, setBy, setAt: newest?.at ?? null };
  }

  const isWaiting = (one: ApprovalRow): boolean =>
    one.state === 'waiting' && one.may.includes('decide');
  const tests = {
    waiting: isWaiting,
    mine: (one: ApprovalRow) => one.maker.isMine,
    decided: (one: ListedRow) => one.state !== 'waiting' || !one.isMakerMember,
  } as const;

  return {
    loosened,
    policyOf,
    row,
    party,
    tests,
    rows: (voice: TeamVoice, { proposals }: Folded): ListedRow[] =>
      [...proposals.values()]
        .map((proposal) => row(voice, proposal))
        .sort((one, other) => (one.proposedAt < other.proposedAt ? 1 : -1)),
    counts: (rows: readonly ListedRow[]) => ({
      waiting: rows.filter(tests.waiting).length,
      toSend: rows.filter(({ may: all }) => all.includes('send')).length,
      mine: rows.filter((one) => tests.mine(one) && isOpen(one)).length,
      decided: rows.filter(tests.decided).length,
    }),
    detail(voice: TeamVoice, folded: Folded, proposal: FoldedRequest): ApprovalDetail {
      const { hash, content, needed, decisions, withdrawn } = proposal;
      const whole = store.proposal(hash) ?? content;
      const { request } = whole;
      const { key, isSent } = book.tryOf(proposal);
      const isSingle = request.what === 'write';
      const unfit = unfitOf(proposal);
      return {
        ...row(voice, proposal),
        reasons: [...needed.reasons],
        fields: isSingle ? fieldsOf(request.input) : [],
        ...rowsOf(request),
        facts: whole.facts,
        warnings: whole.warnings,
        note: whole.note,
        withdrawn,
        decisions: decisions.map(({ author, person, decision, note, at }) => ({
          by: party(voice, author, person),
          decision,
          note,
          at,
        })),
        disbelieved: [...store.all()].flatMap((entry) => {
          const why =
            folded.disbelieved.get(entry.hash) ??
            (unfit.has(entry.hash) ? 'no approver now' : undefined);
          const isOfIt = 'proposal' in entry.content && entry.content.proposal === hash;
          if (why === undefined || !isOfIt) return [];
          const { person } = entry.content;
          return [
            { by: party(voice, entry.author, person), sentence: disbeliefs[why], at: entry.at },
          ];
        }),
        blocked: blockedBy(
          voice,
          proposal,
          isSingle && proposal.author === voice.own ? book.toldElsewhere(key) : null,
        ),
        resourceId: isSingle && isSent ? book.resourceOf(key) : null,
        hasRowsToSave: !isSingle && isOver(proposal),
        runId:
          !isSingle && proposal.state === 'sent' && proposal.author === voice.own
            ? content.intentKey
            : null,
      };
    },
  };
}

type RequestState = Pick<FoldedRequest, 'state' | 'isMakerMember'>;

/** It may still be sent. */
const isOpen = ({ state, isMakerMember }: RequestState): boolean =>
  isMakerMember && (state === 'waiting' || state === 'approved');

/** Nobody can send it any more, and nobody did. */
export const isOver = (request: RequestState): boolean =>
  request.state !== 'sent' && !isOpen(request);

/** Why nothing is done about one in this state. */
export const over = (state: FoldedRequest['state']): string => {
  switch (state) {
    case 'waiting':
      return 'The request is not approved yet. Nothing was sent.';
    case 'approved':
      return 'The request is already approved.';
    case 'refused':
      return 'The request was refused, so it can’t be sent. If you still need it, request approval again.';
    case 'withdrawn':
      return 'The request was withdrawn.';
    case 'expired':
      return 'The request has expired. Request approval again.';
    case 'sent':
      return 'The request was sent.';
  }
};

/** The same for who was to decide about it. */
export const overMeanwhile: Readonly<
  Record<Exclude<FoldedRequest['state'], 'waiting' | 'approved'>, string>
> = {
  refused: 'Nothing was signed: somebody refused the request, and one refusal is enough.',
  withdrawn: 'Nothing was signed: the maker withdrew the request.',
  expired:
    'Nothing was signed: the request has expired, so it can’t be sent. The maker can request approval again.',
  sent: 'Nothing was signed: the request was sent already.',
};

export const makerGone =
  'The maker’s computer is no longer a member of the team, so this request can’t be sent. If it is still needed, request approval again on another computer.';

/** People who may approve now, each once. */
export const approversIn = ({ members }: Membership): ReadonlySet<string> =>
  new Set(
    [...members.values()].flatMap(({ role, person }) => (mayWrite(role, 'approval') ? person : [])),
  );

/** null: enough others are there. */
function tooFew(voice: TeamVoice, { maker, needed }: FoldedRequest): string | null {
  const others = [...approversIn(voice.membership())].filter((person) => person !== maker).length;
  if (others >= needed.approvers) return null;
  const found =
    others === 0 ? 'Nobody else' : `Only ${counted(others, 'other person', 'other people')}`;
  return `${found} in the team may approve this, and ${needed.approvers} have to. Ask an owner to add approvers. If the policy is changed instead, withdraw this and request approval again.`;
}

const away =
  'The team’s database does not respond. The request can be sent when the database is back.';
const apart =
  'This computer exchanges nothing with the team now, so the request can’t be sent yet. Settings, Team says why.';

function blockedBy(voice: TeamVoice, proposal: FoldedRequest, told: string | null): string | null {
  const { state, isUnclear, isMakerMember } = proposal;
  if ((state === 'waiting' || state === 'approved') && !isMakerMember) return makerGone;
  if (state === 'waiting' && isUnclear) {
    return 'A policy that the maker’s computer knew is not here yet.';
  }
  if (state === 'waiting') return tooFew(voice, proposal);
  if (state !== 'approved') return null;
  if (told !== null) return told;
  if (!voice.isOn()) return voice.isAway() ? away : apart;
  return voice.hasProblems()
    ? 'Something is wrong with the team’s log. The request can be sent once an owner has looked into the problem (Settings, Team).'
    : null;
}
