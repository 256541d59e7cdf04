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
import { type ChainHead, type ChainHeads, chainHead, hex32, type SignedEntry } from './entry.ts';
import type { Membership } from './membership.ts';

export const problemKinds = [
  /** The signature or the payload does not fit. */
  'forged',
  /** It belongs to another team or stream, or its kind is not written there. */
  'elsewhere',
  /** Its author is not a member, not any more, or may not write this kind. */
  'stranger',
  /** Entries before it are missing. */
  'gap',
  /** The author's chain has another entry in its place. */
  'fork',
  /** The database has less of an author than this or another computer had. */
  'rolled back',
  /** Sealed to a key that is not here, changed, or of another form. */
  'unreadable',
  /** Two owners changed the membership at once, or the database was set back between. */
  'membership fork',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  readonly kind: ProblemKind;
  readonly stream: string;
  readonly author: string;
  /** The first entry that it is about. */
  readonly sequence: number;
  /** The last one. */
  readonly until: number;
  /** What it may hide, for a person. It names no one: the caller knows the author's name. */
  readonly sentence: string;
}

/** The same for a problem that is found again. */
export const problemId = ({ kind, stream, author, sequence }: Problem): string =>
  `${kind}:${stream}:${author}:${sequence}`;

export type Verdict =
  | { readonly is: 'taken'; readonly hash: string; readonly changesMembership: boolean }
  /** The same entry was taken before. */
  | { readonly is: 'known' }
  | { readonly is: 'problem'; readonly problem: Problem };

/** What was taken. One transaction of the caller's keeps it together with what the entries brought. */
export interface JudgeStore {
  /** The author's last entry in the stream. */
  head(stream: string, author: string): ChainHead | null;
  /** Of all authors in the stream. */
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

/** Content of a `heads` entry: what its author has of all authors in that stream. */
export const headsContent = z.strictObject({
  version: z.literal(1),
  heads: z.record(hex32, chainHead),
});
export type HeadsContent = z.infer<typeof headsContent>;

/** Whose later entries wait: read them again from `after` on. */
export interface Waiting {
  readonly author: string;
  readonly after: number;
}

export interface Judge {
  /** @param asked the stream that was read */
  judge(entry: SignedEntry, asked: string): Verdict;
  membership(): Membership;
  /** Of an entry that was taken and could not be opened or parsed. */
  unreadable(entry: SignedEntry): Problem;
  /** Against the heads that the database has now, after everything was read: at start, after the membership changed, and now and then. */
  compare(
    stream: string,
    database: ChainHeads,
  ): { readonly problems: readonly Problem[]; readonly waiting: readonly Waiting[] };
  /** What another computer says that it has (a `heads` entry), heard in its place of the log. */
  hear(stream: string, heads: ChainHeads): readonly Problem[];
  /** Problems of what was taken before: an author who was removed meanwhile and whose last entries do not count, and a fork of membership. */
  standing(): readonly Problem[];
  /** Whether what was missing has come. A fork and what was forged stay. */
  isResolved(problem: Problem): boolean;
}

export function createJudge(_team: string, _store: JudgeStore): Judge {
  throw new Error('Being written.');
}
