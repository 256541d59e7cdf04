/**
 * Who is in a team: a pure fold over its membership entries, the same in any order of reading. Each entry
 * follows the one before by its hash. Where two valid ones follow the same, that is a fork, and membership
 * stands at what came before.
 */
import type { SignedEntry } from './entry.ts';
import { isInPlace, mayWrite } from './kinds.ts';
import { type Epoch, epochOf, isNextEpoch, isSealedTo, withKeys } from './membership-epochs.ts';
import {
  discardedOf,
  type FoldedFork,
  type ForkResolution,
  forkOf,
  isVouched,
  type MembershipFork,
  membershipPool,
  membersOf,
  type Pool,
  resolvedOf,
} from './membership-fork.ts';
import {
  type LastHeads,
  type MemberKeys,
  type MemberRole,
  type MembershipPayload,
  readMembershipPayload,
  type SealedName,
} from './membership-payload.ts';

/** A role that a member has (until is null) or had, and what it wrote under it that counts. */
export interface Tenure {
  readonly role: MemberRole;
  readonly until: LastHeads | null;
}

export interface Member extends MemberKeys {
  /** Whose computer it is: the same of all computers of a person. 64 hex digits. */
  readonly person: string;
  /** null after it was removed. */
  readonly role: MemberRole | null;
  readonly name: SealedName;
  /** In order. */
  readonly tenures: readonly Tenure[];
  /** Hash of the entry that brought it in, when that was by its author's clock, and by whom. */
  readonly since: MembershipStep;
  readonly removed: MembershipStep | null;
}

export interface MembershipStep {
  readonly entry: string;
  readonly at: string;
  readonly by: string;
}

/** The team's recovery key: it may add an owner, and resolve a fork. */
export interface Recovery extends MemberKeys {
  readonly since: MembershipStep;
  /** When it added an owner last; null as long as it did not. */
  readonly used: MembershipStep | null;
}

export interface Membership {
  readonly team: string;
  /** Hash of the last entry that counts; null before the founding one is here. */
  readonly head: string | null;
  /** All that ever were, by Ed25519 key. */
  readonly members: ReadonlyMap<string, Member>;
  /** In order of their numbers; the last is the one to seal to. */
  readonly epochs: readonly Epoch[];
  /**
   * While one is open, this is the membership of before it, without whom a branch removes: it says neither who is in
   * the team now nor what to seal to, so nothing is sealed, claimed or approved.
   */
  readonly fork: MembershipFork | null;
  /** Forks that were resolved, in order. */
  readonly resolved: readonly ForkResolution[];
  /** Hashes of the entries that count, in order. */
  readonly counted: ReadonlySet<string>;
  /** Hashes of those that a resolved fork left out: they count for nothing. */
  readonly discarded: ReadonlySet<string>;
  readonly recovery: Recovery | null;
  /** Ed25519 keys of all recovery keys that ever were. */
  readonly recoveries: ReadonlySet<string>;
  /** Invitations that were taken up. */
  readonly invitations: ReadonlySet<string>;
}

/**
 * The membership that these entries add up to. They are intact, and of this team; what does not count is left
 * out.
 */
export const foldMembership = (team: string, entries: Iterable<SignedEntry>): Membership =>
  goOn(membershipPool(team, entries), nothing(team), null);

/** @param to goes no further than this entry */
function goOn(pool: Pool, from: Membership, to: string | null): Membership {
  for (let state = from; ; ) {
    if (to !== null && state.head === to) return state;
    const branches = pool.after(state.head).flatMap((one) => {
      const { hash, entry } = one;
      const after = isVouched(state, one) ? stepOf(state, entry, hash) : null;
      return after === null ? [] : [{ hash, after }];
    });
    const [only, ...more] = branches;
    if (only === undefined) return state;
    if (more.length === 0) {
      state = only.after;
      continue;
    }
    const fork: FoldedFork<Membership> = {
      pool,
      at: state,
      branches: branches.map(({ hash, after }) => ({
        first: hash,
        end: goOn(pool, after, null),
        upTo: (tip) => {
          const there = goOn(pool, after, tip);
          return there.head === tip ? there : null;
        },
      })),
    };
    const resolved = resolvedOf(fork);
    if (resolved === null) return { ...state, members: membersOf(fork), fork: forkOf(fork) };
    const { tip, entry, resolution } = resolved;
    const left = discardedOf(fork, resolved);
    state = {
      ...tip,
      fork: null,
      head: entry,
      resolved: [...tip.resolved, { ...resolution, left: [...left.values()] }],
      counted: new Set([...tip.counted, ...resolved.counted]),
      discarded: new Set([...tip.discarded, ...left.keys()]),
    };
  }
}

/** The epoch that new payloads are sealed to; null before the founding entry is here. Not while a fork is open. */
export const currentEpoch = (membership: Membership): Epoch | null =>
  membership.epochs.at(-1) ?? null;

/** Members that read: all but relays and who was removed. */
export const readersOf = (membership: Membership): readonly Member[] =>
  [...membership.members.values()].filter(({ role }) => role !== null && role !== 'relay');

/** Whom a new epoch is sealed to: members that read, and the recovery key. */
export const sealedToOf = (membership: Membership): readonly MemberKeys[] => [
  ...readersOf(membership),
  ...(membership.recovery === null ? [] : [membership.recovery]),
];

/** Whether an entry counts: its author is a member that may write it, or was one when it was accepted last. */
export function countsOf(
  membership: Pick<Membership, 'members'>,
  entry: Pick<SignedEntry, 'author' | 'stream' | 'sequence' | 'kind'>,
  hash: string,
): boolean {
  const member = membership.members.get(entry.author);
  return (
    member?.tenures.some(
      ({ role, until }) =>
        mayWrite(role, entry.kind) &&
        (until === null || isWithin(until, entry.stream, entry.sequence, hash)),
    ) ?? false
  );
}

/** The role under which a member wrote an entry, by its place in its author's chain; null for none. */
export function roleAt(
  membership: Membership,
  entry: Pick<SignedEntry, 'author' | 'stream' | 'sequence'>,
  hash: string,
): MemberRole | null {
  // In order: what was written under a role before does not gain by the next one.
  const tenure = membership.members
    .get(entry.author)
    ?.tenures.find(
      ({ until }) => until === null || isWithin(until, entry.stream, entry.sequence, hash),
    );
  return tenure?.role ?? null;
}

/** Whether a computer is not in the team any more: it was removed, or joined in a branch that was left out. */
export function isOut({ members, fork }: Membership, signing: string, wasIn: boolean): boolean {
  const member = members.get(signing);
  return fork === null && (member === undefined ? wasIn : member.role === null);
}

/** Whose computer this is; a key that nobody of the team has stands for itself. */
export const personOf = ({ members }: Membership, signing: string): string =>
  members.get(signing)?.person ?? signing;

export function isWithin(
  heads: LastHeads,
  stream: string,
  sequence: number,
  hash: string,
): boolean {
  const last = heads[stream];
  if (last === undefined) return false;
  return sequence < last.sequence || (sequence === last.sequence && hash === last.hash);
}

const nothing = (team: string): Membership => ({
  team,
  head: null,
  members: new Map(),
  epochs: [],
  fork: null,
  resolved: [],
  counted: new Set(),
  discarded: new Set(),
  invitations: new Set(),
  recovery: null,
  recoveries: new Set(),
});

/** What comes after an entry that counts; null for one that does not. */
function stepOf(state: Membership, entry: SignedEntry, hash: string): Membership | null {
  const payload = readMembershipPayload(entry.bytes);
  if (payload === null || !isInPlace(entry)) return null;
  const step: MembershipStep = { entry: hash, at: entry.at, by: entry.author };
  const next =
    payload.what === 'founded'
      ? foundedBy(state, payload, step, entry)
      : changed(state, payload, step);
  const counted = new Set([...state.counted, hash]);
  return next && { ...state, ...next, head: hash, counted };
}

type Changed = Partial<Membership> | null;
type PayloadOf<What extends MembershipPayload['what']> = Extract<MembershipPayload, { what: What }>;

function foundedBy(
  state: Membership,
  { member, person, epoch, name }: PayloadOf<'founded'>,
  since: MembershipStep,
  entry: SignedEntry,
): Changed {
  const isFounding = state.head === null && entry.payload === state.team && entry.sequence === 1;
  if (!isFounding || entry.author !== member.signing || epoch.number !== 1) return null;
  if (!isSealedTo(epoch, [member.signing])) return null;
  const first = memberOf({ ...member, person }, 'owner', name, since);
  return { members: new Map([[member.signing, first]]), epochs: [epochOf(epoch)] };
}

function changed(
  state: Membership,
  payload: Exclude<MembershipPayload, PayloadOf<'founded'>>,
  step: MembershipStep,
): Changed {
  if (state.recovery?.signing === step.by) return byRecovery(state, state.recovery, payload, step);
  if (state.members.get(step.by)?.role !== 'owner') return null;
  switch (payload.what) {
    case 'added':
      return added(state, payload, step);
    case 'role':
      return roleChanged(state, payload);
    case 'removed':
      return removed(state, payload, step);
    case 'recovery':
      return recoverySet(state, payload, step);
    // An entry about a fork (membership-fork.ts): after a fork, no entry counts that merely follows.
    default:
      return null;
  }
}

/** The recovery key makes a computer an owner, and nothing else. */
function byRecovery(
  state: Membership,
  recovery: Recovery,
  payload: MembershipPayload,
  used: MembershipStep,
): Changed {
  if (payload.what !== 'added' || payload.role !== 'owner') return null;
  const next = added(state, payload, used);
  return next && { ...next, recovery: { ...recovery, used } };
}

function recoverySet(
  state: Membership,
  { key, keys, epoch }: PayloadOf<'recovery'>,
  since: MembershipStep,
): Changed {
  // A key of before, or of a member, would be two things at once.
  if (state.members.has(key.signing) || state.recoveries.has(key.signing)) return null;
  if (!isNextEpoch(state.epochs, epoch, [...readersOf(state), key])) return null;
  const epochs = withKeys(state.epochs, key.signing, keys, state.epochs);
  return (
    epochs && {
      epochs: [...epochs, epochOf(epoch)],
      recovery: { ...key, since, used: null },
      recoveries: new Set([...state.recoveries, key.signing]),
    }
  );
}

function added(state: Membership, payload: PayloadOf<'added'>, since: MembershipStep): Changed {
  const { member, person, role, invitation, keys, name } = payload;
  if (role === 'relay' && person !== undefined) return null;
  // A key that was removed never comes back: what it wrote since could not be told from what it writes now.
  if (state.members.has(member.signing) || state.invitations.has(invitation)) return null;
  if (state.recoveries.has(member.signing)) return null;
  const epochs = withKeys(state.epochs, member.signing, keys, role === 'relay' ? [] : state.epochs);
  return (
    epochs && {
      epochs,
      members: withMember(state, memberOf({ ...member, person }, role, name, since)),
      invitations: new Set([...state.invitations, invitation]),
    }
  );
}

function roleChanged(state: Membership, { member: key, role, heads }: PayloadOf<'role'>): Changed {
  const member = state.members.get(key);
  if (member === undefined || member.role === null || member.role === role) return null;
  if (member.role === 'relay' || role === 'relay' || isLastOwner(state, member)) return null;
  const tenures = [...ended(member, heads), { role, until: null }];
  return { members: withMember(state, { ...member, role, tenures }) };
}

function removed(
  state: Membership,
  { member: key, heads, epoch }: PayloadOf<'removed'>,
  step: MembershipStep,
): Changed {
  const member = state.members.get(key);
  if (member === undefined || member.role === null || isLastOwner(state, member)) return null;
  const gone: Member = { ...member, role: null, tenures: ended(member, heads), removed: step };
  const members = withMember(state, gone);
  if (!isNextEpoch(state.epochs, epoch, sealedToOf({ ...state, members }))) return null;
  return { members, epochs: [...state.epochs, epochOf(epoch)] };
}

const memberOf = (
  { signing, sealing, person = signing }: MemberKeys & { readonly person: string | undefined },
  role: MemberRole,
  name: SealedName,
  since: MembershipStep,
): Member => ({
  signing,
  sealing,
  person,
  role,
  name,
  tenures: [{ role, until: null }],
  since,
  removed: null,
});

const withMember = (state: Membership, member: Member): ReadonlyMap<string, Member> =>
  new Map([...state.members, [member.signing, member]]);

const ended = ({ tenures }: Member, until: LastHeads): readonly Tenure[] =>
  tenures.map((tenure) => (tenure.until === null ? { ...tenure, until } : tenure));

const isLastOwner = ({ members }: Membership, member: Member): boolean =>
  member.role === 'owner' &&
  [...members.values()].filter(({ role }) => role === 'owner').length === 1;
