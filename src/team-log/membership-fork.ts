/**
 * Where two changes of the members follow the same one, as after a database was set back, two owners resolve which
 * counts, or the team's recovery key does:
 *
 *     … ─ F ─┬─ A ─ A2          choice (an owner): fork F, tip B
 *            └─ B ─────┐        settled (another owner, or the recovery key): the same
 *                      └── settled ─ …
 *
 * Both carry the entries of all branches, so that computers that were shown one alone come to the same. `settled`
 * follows a name that follows from F, of which the database takes one. Who may: owners at F that are owners at the
 * end of every branch, so that nobody who was removed decides whether that counts; and the recovery key of F, where no
 * branch replaces it.
 */
import { canonicalJson, sha256Hex } from '../platform/canonical-json.ts';
import { hashOfEntry, intactHash, type SignedEntry } from './entry.ts';
import { isInPlace } from './kinds.ts';
import {
  entryCarried,
  type MembershipPayload,
  readMembershipPayload,
} from './membership-payload.ts';

export interface MembershipBranch {
  /** Hash of its last entry. */
  readonly tip: string;
  /** From the first after the fork on. */
  readonly entries: readonly SignedEntry[];
}

export interface ForkChoice {
  /** Hash of the entry. */
  readonly entry: string;
  readonly signed: SignedEntry;
  readonly by: string;
  readonly tip: string;
}

/** Two or more entries by owners that follow the same one. */
export interface MembershipFork {
  readonly follows: string;
  readonly branches: readonly MembershipBranch[];
  /** What owners would let count. */
  readonly choices: readonly ForkChoice[];
  /** Ed25519 keys of the owners that may choose and resolve. */
  readonly deciders: readonly string[];
}

export interface ForkResolution {
  /** Hash of the entry that resolved it, and of the last one before the branches part. */
  readonly entry: string;
  readonly fork: string;
  /** Ed25519 keys: who chose (null by the recovery key), and who resolved it. */
  readonly chosenBy: string | null;
  readonly by: string;
  readonly at: string;
  /** What counts for nothing since. */
  readonly left: readonly SignedEntry[];
}

/** What the `settled` entry of a fork follows: 64 hex digits. */
export const forkName = (team: string, fork: string): string =>
  sha256Hex(canonicalJson({ what: 'causeway membership fork', team, fork }));

interface Hashed {
  readonly hash: string;
  readonly entry: SignedEntry;
  /**
   * For an entry that the log did not show itself: authors of the entries that carry it, from the log's entry inwards,
   * once for each way. null for an entry of the log.
   */
  readonly carriers: readonly (readonly string[])[] | null;
}

/** Membership entries by what they follow, with those that others carry. */
export interface Pool {
  readonly team: string;
  get(hash: string): SignedEntry | undefined;
  after(follows: string | null): readonly Hashed[];
  all(): Iterable<Hashed>;
}

const carrying = Buffer.from('"entries":[');

export function membershipPool(team: string, entries: Iterable<SignedEntry>): Pool {
  const all = new Map<string, Hashed & { readonly carriers: (readonly string[])[] | null }>();
  const following = new Map<string | null, Hashed[]>();
  const add = (entry: SignedEntry, hash: string, by: readonly string[] | null): void => {
    if (entry.kind !== 'membership' || entry.team !== team) return;
    const known = all.get(hash);
    if (by !== null) known?.carriers?.push(by);
    if (known !== undefined) return;
    const one = { hash, entry, carriers: by && [by] };
    all.set(hash, one);
    const alike = following.get(entry.follows) ?? [];
    following.set(entry.follows, alike);
    alike.push(one);
  };
  const carry = (carrier: SignedEntry, before: readonly string[]): void => {
    const by = [...before, carrier.author];
    for (const one of carriedIn(carrier)) {
      const hash = intactHash(one);
      if (hash === null) continue;
      add(one, hash, by);
      carry(one, by);
    }
  };
  const shown = [...entries];
  for (const entry of shown) add(entry, hashOfEntry(entry), null);
  for (const entry of shown) carry(entry, []);
  return {
    team,
    get: (hash) => all.get(hash)?.entry,
    after: (follows) => following.get(follows) ?? [],
    all: () => all.values(),
  };
}

/**
 * Whether an entry may be a branch: one that the log did not show counts by the word of an owner who is another person
 * than its author. Else one owner, or the recovery key, could make a branch at any place of before.
 */
export function isVouched(
  { members }: Pick<Folding, 'members'>,
  { entry: { author }, carriers }: Hashed,
): boolean {
  const personOf = (key: string): string => members.get(key)?.person ?? key;
  const isOther = (key: string): boolean =>
    members.get(key)?.role === 'owner' && personOf(key) !== personOf(author);
  return carriers?.some((by) => by.every(isOther)) ?? true;
}

function carriedIn({ bytes }: SignedEntry): readonly SignedEntry[] {
  // Read as JSON only where there may be some.
  if (!Buffer.from(bytes).includes(carrying)) return [];
  const payload = readMembershipPayload(bytes);
  return payload !== null && 'entries' in payload ? payload.entries.map(entryCarried) : [];
}

/** What of a membership (membership.ts) decides. */
interface Folding {
  readonly head: string | null;
  readonly members: ReadonlyMap<
    string,
    {
      readonly role: string | null;
      readonly person: string;
      readonly tenures: readonly { readonly role: string }[];
    }
  >;
  readonly counted: ReadonlySet<string>;
  readonly recovery: { readonly signing: string } | null;
  readonly recoveries: ReadonlySet<string>;
}

/** A fork while it is folded. */
export interface FoldedFork<State extends Folding = Folding> {
  readonly pool: Pool;
  /** Before the branches part. */
  readonly at: State;
  readonly branches: readonly {
    readonly first: string;
    /** As far as it goes. */
    readonly end: State;
    /** At this entry of it; null where it is in another. */
    upTo(tip: string): State | null;
  }[];
}

type PayloadOf<What extends MembershipPayload['what']> = Extract<MembershipPayload, { what: What }>;

/** The payload of an entry about this fork; null for any other entry. */
function about<What extends 'choice' | 'settled'>(
  what: What,
  { at }: FoldedFork,
  entry: SignedEntry | undefined,
): PayloadOf<What> | null {
  if (entry === undefined || !isInPlace(entry)) return null;
  const payload = readMembershipPayload(entry.bytes);
  const isSo = payload?.what === what && payload.fork === at.head;
  return isSo ? (payload as PayloadOf<What>) : null;
}

const isOwner = ({ members }: Folding, key: string): boolean => members.get(key)?.role === 'owner';

const decidersOf = ({ at, branches }: FoldedFork): readonly string[] =>
  [...at.members.keys()]
    .filter((key) => isOwner(at, key) && branches.every(({ end }) => isOwner(end, key)))
    .toSorted();

const stateAt = <State extends Folding>(
  { branches }: FoldedFork<State>,
  tip: string,
): State | null =>
  branches.reduce<State | null>((found, branch) => found ?? branch.upTo(tip), null);

/** The last choice of each author. */
function latestOf(fork: FoldedFork): readonly Hashed[] {
  const latest = new Map<string, Hashed>();
  for (const one of fork.pool.all()) {
    if (about('choice', fork, one.entry) === null) continue;
    const { author, sequence } = one.entry;
    if (sequence > (latest.get(author)?.entry.sequence ?? 0)) latest.set(author, one);
  }
  return [...latest.values()];
}

/** As it stands while it is not resolved. */
export function forkOf(fork: FoldedFork): MembershipFork {
  const { pool, at, branches } = fork;
  const deciders = decidersOf(fork);
  const choices = latestOf(fork).flatMap(({ hash, entry }) => {
    const tip = about('choice', fork, entry)?.tip ?? null;
    const counts = tip !== null && deciders.includes(entry.author) && stateAt(fork, tip) !== null;
    return counts ? [{ entry: hash, signed: entry, by: entry.author, tip }] : [];
  });
  return {
    follows: at.head ?? '',
    deciders,
    choices: choices.toSorted((one, other) => (one.entry < other.entry ? -1 : 1)),
    branches: branches
      .map(({ end }) => ({
        tip: end.head ?? '',
        entries: [...end.counted].flatMap((hash) => {
          const entry = at.counted.has(hash) ? undefined : pool.get(hash);
          return entry ?? [];
        }),
      }))
      .toSorted((one, other) => (one.tip < other.tip ? -1 : 1)),
  };
}

/** Who is in the team while a fork is open: removed in a branch is removed. */
export function membersOf<Member extends { readonly role: string | null }>({
  at,
  branches,
}: {
  readonly at: { readonly members: ReadonlyMap<string, Member> };
  readonly branches: readonly {
    readonly first: string;
    readonly end: { readonly members: ReadonlyMap<string, Member> };
  }[];
}): ReadonlyMap<string, Member> {
  // The same whatever was read first.
  const sorted = branches.toSorted((one, other) => (one.first < other.first ? -1 : 1));
  return new Map(
    [...at.members].map(([key, member]) => {
      const ends = sorted.flatMap(({ end }) => end.members.get(key) ?? []);
      return [key, ends.find(({ role }) => role === null) ?? member];
    }),
  );
}

export interface ResolvedFork<State extends Folding = Folding> {
  readonly entry: string;
  /** As it was at the end of what counts. */
  readonly tip: State;
  readonly resolution: Omit<ForkResolution, 'left'>;
  /** Hashes: of the entry, and of the choice. */
  readonly counted: readonly string[];
}

/** How it was resolved; null where it was not, or in two ways. */
export function resolvedOf<State extends Folding>(
  fork: FoldedFork<State>,
): ResolvedFork<State> | null {
  const { pool, at } = fork;
  const found = pool
    .after(forkName(pool.team, at.head ?? ''))
    .flatMap((one) => resolvedBy(fork, one) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function resolvedBy<State extends Folding>(
  fork: FoldedFork<State>,
  { hash, entry }: Hashed,
): ResolvedFork<State> | null {
  const payload = about('settled', fork, entry);
  const tip = payload === null ? null : stateAt(fork, payload.tip);
  if (payload === null || tip === null) return null;
  const chosen = payload.choice === null ? undefined : fork.pool.get(payload.choice);
  const isByTwo = isConfirmed(fork, payload, entry, chosen);
  // One that was replaced since would bring back what was before.
  const isByRecovery =
    payload.choice === null &&
    [fork.at, ...fork.branches.map(({ end }) => end)].every(
      ({ recovery }) => recovery?.signing === entry.author,
    );
  if (!isByTwo && !isByRecovery) return null;
  const chosenBy = chosen?.author ?? null;
  return {
    entry: hash,
    tip,
    counted: [hash, ...(payload.choice === null ? [] : [payload.choice])],
    resolution: { entry: hash, fork: payload.fork, chosenBy, by: entry.author, at: entry.at },
  };
}

/** Whether a second owner, another person, says the same as the choice that it names. */
function isConfirmed(
  fork: FoldedFork,
  { tip }: PayloadOf<'settled'>,
  { author }: SignedEntry,
  chosen: SignedEntry | undefined,
): boolean {
  if (chosen === undefined || about('choice', fork, chosen)?.tip !== tip) return false;
  const deciders = decidersOf(fork);
  const persons = [author, chosen.author].map((key) => fork.at.members.get(key)?.person);
  return (
    [author, chosen.author].every((key) => deciders.includes(key)) && persons[0] !== persons[1]
  );
}

/** By hash: what follows the fork, or the last entry that counts, and does not count. By who was an owner somewhere. */
export function discardedOf(
  { pool, at, branches }: FoldedFork,
  { tip, entry }: ResolvedFork,
): ReadonlyMap<string, SignedEntry> {
  const found = new Map<string, SignedEntry>();
  const wasOwner = (key: string): boolean =>
    tip.recoveries.has(key) ||
    [at, tip, ...branches.map(({ end }) => end)].some(({ members }) =>
      members.get(key)?.tenures.some(({ role }) => role === 'owner'),
    );
  const leave = (follows: string | null): void => {
    for (const { hash, entry: one } of pool.after(follows)) {
      if (tip.counted.has(hash) || hash === entry || found.has(hash) || !wasOwner(one.author))
        continue;
      found.set(hash, one);
      leave(hash);
    }
  };
  leave(at.head);
  leave(tip.head);
  return found;
}
