/** What an owner writes to change who is in the team. Each gives a payload for the next membership entry. */
import { sha256Hex } from '../platform/canonical-json.ts';
import { overwrite } from '../platform/overwrite.ts';
import { type Random, randomHex } from '../platform/random.ts';
import { createChain } from './chain.ts';
import { hashOfEntry, type SignedEntry, streamOfTeam, type TeamSigning } from './entry.ts';
import { type Epochs, maxContentBytes, newEpoch, sealEpochKey, sealName } from './epochs.ts';
import { currentEpoch, type Membership, readersOf, sealedToOf } from './membership.ts';
import { forkName, type MembershipFork } from './membership-fork.ts';
import {
  carriedOf,
  type LastHeads,
  type MemberKeys,
  type MemberRole,
  type MembershipPayload,
  maxCarried,
  membershipBytes,
} from './membership-payload.ts';

export interface FoundOrder {
  readonly signing: TeamSigning;
  /** Name of the founder, as the team sees it. */
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly random: Random;
}

/** Makes a team with one owner: its first entry, from which the team's ID follows. */
export function foundTeam({ signing, name, at, random }: FoundOrder): {
  readonly team: string;
  readonly entry: SignedEntry;
} {
  const member: MemberKeys = { signing: signing.publicKey, sealing: signing.sealingKey };
  const { secret, ...epoch } = newEpoch(1, random);
  const content = membershipBytes({
    what: 'founded',
    id: randomHex(random, 32),
    member,
    person: randomHex(random, 32),
    epoch: {
      ...epoch,
      keys: [{ to: member.signing, sealed: sealEpochKey(epoch, secret, member.sealing, random) }],
    },
    name: { epoch: 1, sealed: sealName(epoch, member.signing, name, random) },
  });
  overwrite(secret);
  const team = sha256Hex(content);
  const chain = createChain({ signing, team, stream: streamOfTeam(team), head: null, random });
  return { team, entry: chain.next({ kind: 'membership', epoch: null, content, at }) };
}

export interface AddOrder {
  readonly member: MemberKeys;
  readonly role: MemberRole;
  /** 64 hex digits, used once. */
  readonly invitation: string;
  readonly name: string;
  /** Whose computer it is: the ID of that person, 64 hex digits; none of a relay. Default: a new person's. */
  readonly person?: string;
}

/** Adds a member. Every epoch is sealed to it, so it reads all that was; a relay gets none. Throws Unopenable. */
export function addMember(
  membership: Membership,
  epochs: Epochs,
  { member, role, invitation, name, person }: AddOrder,
  random: Random,
): MembershipPayload {
  const keys = role === 'relay' ? [] : keysFor(membership, epochs, member.sealing, random);
  const epoch = currentEpoch(membership);
  if (epoch === null) throw new TypeError('The team has no epoch yet.');
  const sealed = sealName(epoch, member.signing, name, random);
  return {
    what: 'added',
    member,
    role,
    invitation,
    keys,
    ...(role === 'relay' ? {} : { person: person ?? randomHex(random, 32) }),
    name: { epoch: epoch.number, sealed },
  };
}

/** The private half of each epoch, sealed to this X25519 key. */
const keysFor = (membership: Membership, epochs: Epochs, to: string, random: Random) =>
  membership.epochs.map((epoch) => {
    const secret = epochs.secretOf(epoch.number);
    const sealed = sealEpochKey(epoch, secret, to, random);
    overwrite(secret);
    return { epoch: epoch.number, sealed };
  });

/** Sets the team's recovery key, and begins an epoch that the one before can't open. Throws Unopenable. */
export const setRecovery = (
  membership: Membership,
  epochs: Epochs,
  key: MemberKeys,
  random: Random,
): MembershipPayload => ({
  what: 'recovery',
  key,
  keys: keysFor(membership, epochs, key.sealing, random),
  epoch: nextEpoch(membership, [...readersOf(membership), key], random),
});

/** Sealed to these. */
function nextEpoch({ epochs }: Membership, to: readonly MemberKeys[], random: Random) {
  const { secret, ...epoch } = newEpoch(epochs.length + 1, random);
  const keys = to.map(({ signing, sealing }) => ({
    to: signing,
    sealed: sealEpochKey(epoch, secret, sealing, random),
  }));
  overwrite(secret);
  return { ...epoch, keys };
}

const requireFork = ({ fork }: Membership): MembershipFork => {
  if (fork === null) throw new RangeError('The team’s members are no longer forked.');
  return fork;
};
const branchEntries = ({ branches }: MembershipFork) => {
  const entries = branches.flatMap((branch) => branch.entries.map(carriedOf));
  // A place is left for the choice. It holds what each of both carries, in hex and in hex of hex.
  const bytes = entries.reduce((sum, one) => sum + one.bytes.length, 0);
  if (entries.length < maxCarried && bytes < maxContentBytes / 4) return entries;
  throw new RangeError(
    `The branches have ${entries.length} changes of the members, which is more than can be resolved. Create the team anew, and let everybody join that.`,
  );
};

/** What an owner would let count of a fork. Throws RangeError where there is none. @param tip a branch's */
export function chooseBranch(membership: Membership, tip: string): MembershipPayload {
  const fork = requireFork(membership);
  return { what: 'choice', fork: fork.follows, tip, entries: branchEntries(fork) };
}

/** Resolves a fork. Throws RangeError where there is none. @param choice another owner's; null by the recovery key */
export function resolveFork(
  membership: Membership,
  tip: string,
  choice: SignedEntry | null,
): MembershipPayload {
  const fork = requireFork(membership);
  return {
    what: 'settled',
    fork: fork.follows,
    tip,
    choice: choice === null ? null : hashOfEntry(choice),
    entries: [...branchEntries(fork), ...(choice === null ? [] : [carriedOf(choice)])],
  };
}

/** What the entry of this payload follows. */
export function followsOf({ team, head }: Membership, payload: MembershipPayload): string | null {
  if (payload.what === 'settled') return forkName(team, payload.fork);
  return payload.what === 'choice' ? null : head;
}

/** @param heads the member's last entry of each stream that counts under its role so far */
export const changeRole = (
  member: string,
  role: MemberRole,
  heads: LastHeads,
): MembershipPayload => ({ what: 'role', member, role, heads });

/**
 * Removes a member and begins an epoch that it can't open.
 *
 * @param heads the member's last entry of each stream that counts
 */
export function removeMember(
  membership: Membership,
  member: string,
  heads: LastHeads,
  random: Random,
): MembershipPayload {
  const staying = sealedToOf(membership).filter(({ signing }) => signing !== member);
  return { what: 'removed', member, heads, epoch: nextEpoch(membership, staying, random) };
}
