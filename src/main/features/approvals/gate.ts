/**
 * Where every write is asked for before it is claimed and journalled (core/intents/approvals.ts). Nothing that the
 * page or the database says counts: policy, members, signatures and the journal are folded here, and once more
 * right before the journal.
 *
 *     are the team's members forked? ──yes──▶ not sent
 *     over a limit of the day, by what is known here? ──yes──▶ not sent (claims hold it across computers)
 *     does the policy ask for approval, or was the run begun by one? ──no──▶ may be sent
 *     does the team's database answer? ──no──▶ not sent (or sent and marked, where the policy allows that and nobody
 *                                              refused it)
 *     is exactly this approved, proposed here? ──no──▶ NEEDS_APPROVAL
 */
import type { WriteName } from '../../../contract/writes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { Approvals, RunToApprove, StillApproved } from '../../core/intents/approvals.ts';
import { DayLimitReached } from '../../core/intents/claims.ts';
import { Failed } from '../../core/intents/failed.ts';
import { sentOn } from '../../core/intents/sent-since.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { Book, TeamVoice } from './book.ts';
import {
  digestOfRequest,
  digestOfRows,
  digestOfWrite,
  type PolicyContent,
  plain,
  type RequestedContent,
} from './contents.ts';
import type { ApprovalEntry, Folded, FoldedRequest } from './fold.ts';
import { leftToday, type Needed, type PlannedWrite, plannedWrite } from './policy.ts';

export interface GateParts {
  readonly book: Book;
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly addressBook: Pick<AddressBook, 'follow'>;
  /** A file's digest, over its rows; kept by the proposal's hash. */
  readonly digestOf: (proposal: ApprovalEntry<RequestedContent>) => string;
  readonly clock: Clock;
}

/** What is asked about, a single write or a file. */
interface Asked {
  readonly planned: PlannedWrite;
  /** Whether this proposal is of the same content, by whomever. */
  readonly isSame: (proposal: ApprovalEntry<RequestedContent>) => boolean;
  /** Whether this one of this computer is of exactly this. */
  readonly isOf: (proposal: ApprovalEntry<RequestedContent>) => boolean;
  /** A run that was proposed goes on by its proposal alone, whatever the policy asks by now. */
  readonly isRun: boolean;
  /** It goes on, so it was started without this approval. */
  readonly isResumed: boolean;
  /** Whether its state lets it be sent under this key now. */
  readonly lets: (proposal: FoldedRequest) => boolean;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly notSent: (sentence: string, cause: string) => Failed;
}

/** A computer that exchanges reads what is new every few seconds (team-log/pace.ts). */
const LATELY_MS = 30_000;

/** `read`: everything was, just now. `away`: the database does not answer. `unknown`: something else is in the way. */
type Reached = 'read' | 'away' | 'unknown';

const unreached: Readonly<Record<Exclude<Reached, 'read'>, string>> = {
  away: 'The team’s database does not respond, so Causeway can’t tell whether this is approved or needs approval. Nothing was sent. Try again when the database is back.',
  unknown:
    'This computer could not read the team’s newest entries, so Causeway can’t tell whether this is approved or needs approval. Nothing was sent. See Settings, Team.',
};

const read = (voice: TeamVoice): Promise<Reached> =>
  voice.now().then(
    () => 'read',
    (error: unknown) =>
      error instanceof TeamDatabaseAway && voice.isAway() ? 'away' : ('unknown' as const),
  );

/** What began while the database was away goes on by what was read since, and no longer than that is why. */
function sinceThen(voice: TeamVoice, reached: Reached): Reached {
  if (voice.isOn()) return 'read';
  return reached === 'away' && !voice.isAway() ? 'unknown' : reached;
}

const over =
  'Not sent: the team’s decision about this run no longer allows it. See Approvals for why, and request approval again for the rows that were not sent.';
const startedWithout =
  'A run that was started without approval, or before this computer joined the team again, can’t be approved afterwards. Stop it, save the rows that were not sent as a file, then request approval for that file.';
const problem =
  'This needs approval, and a problem in the team’s log may hide a refusal or a policy. Nothing was sent. Ask an owner to look into the problem and put it aside, under Settings, Team.';

const forked =
  'The changes of the team’s members were forked, so Causeway can’t tell whose policy and approvals count. Nothing was sent. Owners resolve the fork first, under Settings, Team.';

const refused =
  'Nothing was sent: the team refused exactly this request. If you still need it, request approval again.';

/** Counting goes through all creates of the day: not for each step of a run while many more may be sent. */
const recount = { ms: 1_000, below: 500 };

export function createGate(parts: GateParts): Approvals {
  const { book, sqlite, audit, addressBook, digestOf, clock } = parts;

  /** Throws where these are too many, one after another. `isNew`: the policies are others than before. */
  function limiterOf(asked: Asked) {
    let left = 0;
    let countedAt = 0;
    return (policies: readonly PolicyContent[], count: number, isNew: boolean): void => {
      left -= count;
      const isCounted = left >= recount.below && clock.now() < countedAt + recount.ms;
      if (isCounted && !isNew) return;
      left = requireWithinLimit(policies, asked, count);
      countedAt = clock.now();
    };
  }

  const policiesOf = (voice: TeamVoice): readonly PolicyContent[] =>
    book.foldedNow(voice, () => false).policies.map(({ content }) => content);

  /** How many more may be sent after these. @param count that are sent now */
  function requireWithinLimit(
    policies: readonly PolicyContent[],
    { planned: { operation }, notSent }: Asked,
    count: number,
  ): number {
    if (policies.every(({ limits }) => limits.length === 0)) return Number.POSITIVE_INFINITY;
    const left = leftToday(policies, operation, sentOn(sqlite, operation, clock.now()));
    if (left === null || count <= left) return (left ?? Number.POSITIVE_INFINITY) - count;
    const { message, why } = new DayLimitReached(left);
    throw notSent(message, why);
  }

  /** Then a first policy would be here, which a computer that slept, or was off, has to read. */
  function hasReadLately(voice: TeamVoice): boolean {
    const at = voice.readAt();
    const ago = at === null ? -1 : clock.now() - at;
    return ago >= 0 && ago <= LATELY_MS;
  }

  function requireNotForked(voice: TeamVoice, { notSent }: Asked): void {
    if (voice.membership().fork !== null) throw notSent(forked, 'team-problem');
  }

  /** Throws, or gives by which proposal it may be sent; null where nobody has to approve. */
  function look(
    voice: TeamVoice,
    asked: Asked,
    reached: Reached,
    isStarted: boolean,
  ): FoldedRequest | null {
    const folded = book.foldedNow(
      voice,
      (proposal) => proposal.author === voice.own && asked.isOf(proposal),
    );
    const own = [...folded.proposals.values()];
    const isBegun = asked.isRun && own.length > 0;
    const needed = book.neededBy(folded.policies, asked.planned);
    if (needed.approvers === 0 && !isBegun) return null;
    // Also without the database: what a problem hides is not shown by cutting it off.
    if (voice.hasProblems()) throw asked.notSent(problem, 'team-problem');
    const found = own.find(asked.lets);
    if (reached !== 'read' || !voice.isOn()) {
      requireWithout(reached, folded, asked);
      if (found === undefined) requireNotRefused(voice, asked);
      return null;
    }
    if (found !== undefined) return found;
    throw missing(asked, isBegun, needed, isStarted);
  }

  /** A refusal that is here stands, also without the database. */
  function requireNotRefused(voice: TeamVoice, { isSame, notSent }: Asked): void {
    const { proposals } = book.foldedNow(voice, isSame);
    const decisions = [...proposals.values()].flatMap((proposal) => proposal.decisions);
    if (decisions.some(({ decision }) => decision === 'refused')) throw notSent(refused, 'refused');
  }

  /** May be sent without approval, as the database does not answer. */
  function requireWithout(reached: Reached, folded: Folded, { notSent }: Asked): void {
    if (reached === 'away' && folded.allowsWithoutDatabase) return;
    throw notSent(unreached[reached === 'unknown' ? 'unknown' : 'away'], 'team-away');
  }

  async function ask(asked: Asked): Promise<StillApproved> {
    const voice = book.team();
    if (voice === null) return () => undefined;
    requireNotForked(voice, asked);
    // As of now: a refusal, or another policy, may be on its way.
    const isFree = policiesOf(voice).length === 0 && (voice.isAway() || hasReadLately(voice));
    const reached = isFree ? 'read' : await read(voice);
    const hasJoined = book.ownRole() !== null;
    if (hasJoined && !voice.hasRead()) throw asked.notSent(unreached.away, 'team-away');
    let policies = policiesOf(voice);
    // A file sends the rows that fit.
    requireWithinLimit(policies, asked, asked.isRun ? 1 : asked.planned.count);
    const keepWithin = limiterOf(asked);
    requireNotForked(voice, asked);
    look(voice, asked, reached, asked.isResumed);
    let seen = -1;
    let isTold = false;
    return (count = asked.planned.count) => {
      // As it is by now: a run goes on while the team is lost, or joined anew.
      const present = book.team();
      if (present === null) return;
      requireNotForked(present, asked);
      const isSeen = seen === book.version();
      if (!isSeen) policies = policiesOf(present);
      // What was sent meanwhile counts, so each step of a run asks.
      keepWithin(policies, count, !isSeen);
      if (isSeen) return;
      const by = look(present, asked, sinceThen(present, reached), asked.isRun);
      seen = book.version();
      if (isTold) return;
      isTold = true;
      tell(present, asked, by);
    };
  }

  /** Under which approvals it is sent, or that it is sent without. */
  function tell(voice: TeamVoice, { facts, planned }: Asked, by: FoldedRequest | null): void {
    if (by !== null) {
      const decisions = by.decisions.filter(({ isFit }) => isFit);
      const approvals = decisions.map(({ hash }) => hash);
      const approvers = decisions.map(({ author }) => author);
      audit.append({
        action: 'approval.sent',
        facts: { ...facts, proposal: by.hash, approvals, approvers },
      });
      return;
    }
    const { policies } = book.foldedNow(voice, () => false);
    const { approvers } = book.neededBy(policies, planned);
    if (approvers === 0) return;
    audit.append({ action: 'approval.sent-without-database', facts: { ...facts, approvers } });
  }

  return {
    async require({ key, operation, input }) {
      await addressBook.follow();
      const digest = digestOfWrite(operation, input);
      const request = { operation, input: plain(input) };
      const isOf = ({ content }: ApprovalEntry<RequestedContent>) =>
        content.request.what === 'write' && digestOfRequest(content.request) === digest;
      return await ask({
        planned: plannedOfWrite(request, book.isPaidInto),
        isOf,
        isSame: isOf,
        isRun: false,
        isResumed: false,
        lets: (proposal) => proposal.state === 'approved' && book.tryOf(proposal).key === key,
        facts: { intentKey: key, operation },
        notSent: (sentence, cause) =>
          new Failed('NOT_SENT', { sentence, cause, canTryAgain: true, intentKey: key }),
      });
    },

    async requireRun({ id, kind, rows, isResumed }: RunToApprove) {
      if (rows.length === 0) return () => undefined;
      await addressBook.follow();
      // A run that is resumed sends some of its rows: all of them were compared when it was started.
      const digest = isResumed || book.team() === null ? null : digestOfRows(kind, rows);
      const plainRows = rows.map(({ row, input, isSecond }) => ({
        row,
        input: plain(input),
        isSecond,
      }));
      return await ask({
        planned: plannedWrite({ what: 'bulk', kind, rows: plainRows }, book.isPaidInto),
        isOf: (proposal) =>
          proposal.content.request.what === 'bulk' &&
          proposal.content.intentKey === id &&
          (digest === null || digestOf(proposal) === digest),
        isSame: (proposal) =>
          proposal.content.request.what === 'bulk' &&
          (proposal.content.intentKey === id || digestOf(proposal) === digest),
        isRun: true,
        isResumed,
        // Its run is there from the journal on, so the state says that it is sent.
        lets: ({ state, isApproved }) => state === 'approved' || (state === 'sent' && isApproved),
        facts: { runId: id, rows: rows.length },
        notSent: (sentence, cause) => new Failed('INVALID', { sentence, cause, canTryAgain: true }),
      });
    },
  };
}

const plannedOfWrite = (
  { operation, input }: { operation: WriteName; input: Record<string, unknown> },
  isPaidInto: Book['isPaidInto'],
): PlannedWrite => plannedWrite({ what: 'write', operation, input }, isPaidInto);

function missing(
  { notSent }: Asked,
  isBegun: boolean,
  { approvers, reasons }: Needed,
  isStarted: boolean,
): Failed {
  if (isBegun) return notSent(over, 'over');
  const who = approvers === 1 ? 'another member has' : `${approvers} other members have`;
  return new Failed('NEEDS_APPROVAL', {
    sentence: `Nothing was sent: ${who} to approve this first. ${[...reasons, ...(isStarted ? [startedWithout] : [])].join(' ')}`,
    cause: 'needs-approval',
    approvers,
    reasons: [...reasons],
  });
}
