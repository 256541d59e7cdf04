/**
 * Judges each entry that a database shows, whatever the database says of it: what is taken continues its
 * author's chain, is whole, in its place, and by a member that may write it. Everything else is named. A
 * problem of one author never stops another. Pure: what is known is in a JudgeStore.
 *
 *     entry → intact? → this team and stream? → by a member that may? → next of its chain → taken
 *
 * What waits (a gap, a stranger that may become a member) is not kept here: read that author again from its
 * head (`TeamLog.readAuthor`) when the membership changed or the gap may be filled; `compare` says whose.
 */
import { z } from 'zod';
import {
  type ChainHead,
  type ChainHeads,
  chainHead,
  hashOfEntry,
  hex32,
  intactHash,
  noEntry,
  type SignedEntry,
  streamOfTeam,
} from './entry.ts';
import { isInPlace, isKnownKind, mayWrite } from './kinds.ts';
import { countsOf, currentEpoch, foldMembership, type Membership } from './membership.ts';
import { type MembershipPayload, readMembershipPayload } from './membership-payload.ts';
import { type Problem, type ProblemPlace, type ProblemSentence, problemOf } from './problems.ts';

export type Verdict =
  | { readonly is: 'taken'; readonly hash: string; readonly changesMembership: boolean }
  /** The same entry was taken before. */
  | { readonly is: 'known' }
  | { readonly is: 'problem'; readonly problem: Problem };

/** What was taken. One transaction of the caller's keeps it together with what the entries brought. */
export interface JudgeStore {
  /** The author's last entry in the stream. */
  head(stream: string, author: string): ChainHead | null;
  /** Heads of all authors in the stream. */
  heads(stream: string): ChainHeads;
  streams(): Iterable<string>;
  /** Hash of an entry at or below the head. */
  hashAt(stream: string, author: string, sequence: number): string | null;
  /** Sets the head, and keeps the hash for `hashAt`. */
  take(stream: string, author: string, head: ChainHead): void;
  /** Membership entries that were kept, in any order. */
  membership(): readonly SignedEntry[];
  keepMembership(entry: SignedEntry): void;
}

/** Content of a `heads` entry: what its author has in that stream, of authors who wrote since it said so before. */
export const headsContent = z.strictObject({
  version: z.literal(1),
  heads: z.record(hex32, chainHead),
});

/** An author whose later entries wait: read them again from `after` on. */
export interface Waiting {
  readonly author: string;
  readonly after: number;
}

export interface Judge {
  /** @param asked the stream that was read */
  judge(entry: SignedEntry, asked: string): Verdict;
  membership(): Membership;
  /** Problem of an entry that was taken and could not be opened or parsed. */
  unreadable(entry: SignedEntry): Problem;
  /** Against the heads that the database has now, after everything was read: at start, after the membership changed, and now and then. */
  compare(
    stream: string,
    database: ChainHeads,
  ): { readonly problems: readonly Problem[]; readonly waiting: readonly Waiting[] };
  /** Whether a change of members that is not here yet may let it be taken, or opened: read those first. */
  isEarly(entry: SignedEntry): boolean;
  /** What another computer says that it has (a `heads` entry), heard in its place of the log. */
  hear(stream: string, heads: ChainHeads): readonly Problem[];
  /** Problems of what was taken before: an author who was removed meanwhile and whose last entries do not count, and a fork of membership. */
  standing(): readonly Problem[];
  /** Whether what was missing has come. A fork and what was forged stay. */
  isResolved(problem: Problem): boolean;
}

const noHead = { sequence: 0, hash: noEntry };

export function createJudge(team: string, store: JudgeStore): Judge {
  let membership = foldMembership(team, store.membership());

  /** The last sequence of the author in the stream that can count: none, one, or any. */
  const lastOf = (stream: string, author: string): number =>
    membership.recoveries.has(author) && stream === streamOfTeam(team)
      ? Number.POSITIVE_INFINITY
      : lastOfMember(stream, author);

  const lastOfMember = (stream: string, author: string): number =>
    Math.max(
      0,
      ...(membership.members.get(author)?.tenures ?? []).map(({ until }) =>
        until === null ? Number.POSITIVE_INFINITY : (until[stream]?.sequence ?? 0),
      ),
    );

  /** By a member that had a role which may write it: signed, perhaps, before it knew of its role of now. */
  function wasAllowed({ author, kind }: SignedEntry): boolean {
    const member = membership.members.get(author);
    if (member === undefined || member.role === null) return false;
    return member.tenures.some(({ role }) => mayWrite(role, kind));
  }

  const isOfLaterEpoch = ({ epoch }: SignedEntry): boolean =>
    epoch > (currentEpoch(membership)?.number ?? 0);

  const isEarly = (entry: SignedEntry): boolean =>
    isOfLaterEpoch(entry) ||
    // Mostly its hash, which takes longer than the rest, is not asked for.
    !(countsOf(membership, entry, '') || countsOf(membership, entry, hashOfEntry(entry)));

  /** Keeps its place in the chain; what it changes follows from all membership entries together. */
  function judgeMembership(entry: SignedEntry, hash: string): Verdict {
    const payload = readMembershipPayload(entry.bytes);
    if (payload === null) return found('unreadable', entry);
    const after = foldMembership(team, [...store.membership(), entry]);
    // What was resolved stays: a branch that is shown late takes nothing of it back.
    if (after.resolved.length < membership.resolved.length) return found('membership fork', entry);
    const part = partOf(after, hash);
    if (part === null) return notCounted(entry, hash, payload, after);
    store.keepMembership(entry);
    store.take(entry.stream, entry.author, { sequence: entry.sequence, hash });
    membership = after;
    return part === 'branch'
      ? found('membership fork', entry)
      : { is: 'taken', hash, changesMembership: true };
  }

  function notCounted(
    entry: SignedEntry,
    hash: string,
    { what }: MembershipPayload,
    after: Membership,
  ): Verdict {
    // Another one was faster to resolve: it takes its place, and says nothing more.
    if (what === 'choice' && membership.members.get(entry.author)?.role === 'owner') {
      store.take(entry.stream, entry.author, { sequence: entry.sequence, hash });
      return { is: 'taken', hash, changesMembership: false };
    }
    const isKnown = entry.follows === null || after.counted.has(entry.follows);
    if (isKnown) return found('stranger', entry);
    return found(after.fork === null ? 'membership gap' : 'membership fork', entry);
  }

  /** An intact entry in its place that is not below its author's head. */
  function judgeNew(entry: SignedEntry, hash: string, head: ChainHead): Verdict {
    const { sequence, kind } = entry;
    const mayBe = kind === 'membership' || countsOf(membership, entry, hash);
    if (!mayBe && !wasAllowed(entry)) return found('stranger', entry);
    const next = head.sequence + 1;
    if (sequence > next) return found('gap', { ...entry, sequence: next }, sequence - 1);
    if (entry.previous !== head.hash) return found('fork', entry);
    return kind === 'membership' ? judgeMembership(entry, hash) : judgeNext(entry, hash, mayBe);
  }

  /** The next of a chain. What is not taken of it has its place there, so that what follows does not wait. */
  function judgeNext(entry: SignedEntry, hash: string, mayBe: boolean): Verdict {
    // Its key comes with a change of members that is not here yet.
    if (isOfLaterEpoch(entry)) return found('membership gap', entry);
    store.take(entry.stream, entry.author, { sequence: entry.sequence, hash });
    if (!mayBe) return found('not by role', entry);
    // A kind of a later version.
    if (!isKnownKind(entry.kind)) return found('unreadable', entry);
    return { is: 'taken', hash, changesMembership: false };
  }

  function judgeIntact(entry: SignedEntry, hash: string): Verdict {
    const { stream, author, sequence } = entry;
    const head = store.head(stream, author) ?? noHead;
    if (sequence > head.sequence) return judgeNew(entry, hash, head);
    const isSame = store.hashAt(stream, author, sequence) === hash;
    return isSame ? { is: 'known' } : found('fork', entry);
  }

  function judge(entry: SignedEntry, asked: string): Verdict {
    const hash = intactHash(entry);
    if (hash === null) return found('forged', { ...entry, stream: asked });
    const isHere = entry.team === team && entry.stream === asked && isInPlace(entry);
    return isHere ? judgeIntact(entry, hash) : found('elsewhere', { ...entry, stream: asked });
  }

  function compare(stream: string, database: ChainHeads) {
    const own = store.heads(stream);
    const problems = Object.entries(own).flatMap(([author, { sequence, hash }]) => {
      const there = database[author];
      if (there === undefined || there.sequence < sequence) {
        const first = (there?.sequence ?? 0) + 1;
        return problemOf('rolled back', { stream, author, sequence: first }, sequence);
      }
      const isForked = there.sequence === sequence && there.hash !== hash;
      return isForked ? problemOf('fork', { stream, author, sequence }) : [];
    });
    const waiting = Object.entries(database).flatMap(([author, { sequence }]) => {
      const after = own[author]?.sequence ?? 0;
      return Math.min(sequence, lastOf(stream, author)) > after ? [{ author, after }] : [];
    });
    return { problems, waiting };
  }

  const hear = (stream: string, heads: ChainHeads): readonly Problem[] =>
    Object.entries(heads).flatMap(([author, { sequence, hash }]) => {
      // What a removed member wrote since, another computer may have taken before it learned of the removal.
      if (sequence > lastOf(stream, author)) return [];
      const after = store.head(stream, author)?.sequence ?? 0;
      if (sequence > after) {
        return problemOf('rolled back', { stream, author, sequence: after + 1 }, sequence);
      }
      const isSame = store.hashAt(stream, author, sequence) === hash;
      return isSame ? [] : problemOf('fork', { stream, author, sequence });
    });

  function standing(): readonly Problem[] {
    const { fork } = membership;
    // Who is removed is said when it is resolved.
    if (fork !== null) {
      const forking = fork.branches.flatMap(({ entries }) => entries);
      return forking.map((entry) => problemOf('membership fork', entry));
    }
    return [...store.streams()].flatMap((stream) =>
      Object.entries(store.heads(stream)).flatMap(([author, { sequence }]) => {
        const last = lastOf(stream, author);
        if (sequence <= last) return [];
        return problemOf('removed late', { stream, author, sequence: last + 1 }, sequence);
      }),
    );
  }

  function isResolved({ kind, stream, author, until }: Problem): boolean {
    if (kind === 'membership fork') return membership.fork === null;
    const mayResolve = kind === 'gap' || kind === 'rolled back' || kind === 'stranger';
    const has = store.head(stream, author)?.sequence ?? 0;
    return mayResolve && has >= until && lastOf(stream, author) >= until;
  }

  return {
    judge,
    isEarly,
    compare,
    hear,
    standing,
    isResolved,
    membership: () => membership,
    unreadable: (entry) => problemOf('unreadable', entry),
  };
}

/** What an entry is to the membership: one that counts or is about a fork, one of a fork's branches, or nothing. */
function partOf(
  { counted, discarded, fork }: Membership,
  hash: string,
): 'counted' | 'branch' | null {
  if (counted.has(hash) || discarded.has(hash)) return 'counted';
  if (fork === null) return null;
  if (fork.choices.some(({ entry }) => entry === hash)) return 'counted';
  const isBranch = fork.branches.some(({ entries }) =>
    entries.some((entry) => hashOfEntry(entry) === hash),
  );
  return isBranch ? 'branch' : null;
}

const found = (what: ProblemSentence, place: ProblemPlace, until?: number): Verdict => ({
  is: 'problem',
  problem: problemOf(what, place, until),
});
