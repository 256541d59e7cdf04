/** Members and teams for tests, without main's keys. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { type Random, systemRandom } from '../../platform/random.ts';
import { signedBytes } from '../../platform/signature.ts';
import { agree, agreedKey, publicHalf } from '../../platform/x25519.ts';
import { type Chain, createChain } from '../chain.ts';
import { type SignedEntry, streamOfTeam, type TeamSigning } from '../entry.ts';
import { createEpochs } from '../epochs.ts';
import { foldMembership, type Membership } from '../membership.ts';
import {
  addMember,
  changeRole,
  followsOf,
  foundTeam,
  removeMember,
} from '../membership-changes.ts';
import {
  type LastHeads,
  type MemberRole,
  type MembershipPayload,
  membershipBytes,
} from '../membership-payload.ts';

const beginning = Buffer.from('302e020100300506032b657004220420', 'hex');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export function createSigner(random: Random = systemRandom): TeamSigning {
  const der = Buffer.concat([beginning, random.bytes(32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const sealing = random.bytes(32);
  const sealingPublic = publicHalf(sealing);
  return {
    publicKey: hex(spki.subarray(12)),
    sign: (purpose, content) => hex(sign(null, signedBytes(purpose, content), key)),
    sealingKey: hex(sealingPublic),
    keyOfSealed: (ephemeral, purpose) =>
      agreedKey(agree(sealing, ephemeral), ephemeral, sealingPublic, purpose),
  };
}

export const at = '2026-11-26T10:00:00.000Z';

/** A team whose owner changes its members; entries are kept in order. */
export function createTeam(random: Random = systemRandom) {
  const owner = createSigner(random);
  const { team, entry } = foundTeam({ signing: owner, name: 'Ada', at, random });
  const entries: SignedEntry[] = [entry];
  const own = streamOfTeam(team);
  const chains = new Map<string, Chain>();

  const membership = (): Membership => foldMembership(team, entries);
  const chainOf = (signing: TeamSigning, stream: string): Chain => {
    const key = `${stream} ${signing.publicKey}`;
    const found = chains.get(key) ?? createChain({ signing, team, stream, head: null, random });
    chains.set(key, found);
    return found;
  };
  chains.set(
    `${own} ${owner.publicKey}`,
    createChain({
      signing: owner,
      team,
      stream: own,
      random,
      head: { sequence: 1, hash: membership().head ?? '' },
    }),
  );

  function change(payload: MembershipPayload, by = owner): SignedEntry {
    const follows = membership().head;
    const content = membershipBytes(payload);
    const next = chainOf(by, own).next({ kind: 'membership', epoch: null, content, at, follows });
    entries.push(next);
    return next;
  }
  const epochs = () => createEpochs(owner, membership());
  const addedBy = (role: MemberRole, signing: TeamSigning, name: string = role, by = owner) => {
    const member = { signing: signing.publicKey, sealing: signing.sealingKey };
    const invitation = hex(random.bytes(32));
    const opened = createEpochs(by, membership());
    return addMember(membership(), opened, { member, role, invitation, name }, random);
  };
  return {
    team,
    own,
    owner,
    entries,
    membership,
    chainOf,
    change,
    epochs,
    addedBy,
    /** An entry about the members that is not among those of the team yet. */
    signed(payload: MembershipPayload, by: TeamSigning, of = membership()): SignedEntry {
      const follows = followsOf(of, payload);
      const content = membershipBytes(payload);
      return chainOf(by, own).next({ kind: 'membership', epoch: null, content, at, follows });
    },
    add(role: MemberRole, name: string = role): TeamSigning {
      const signing = createSigner(random);
      change(addedBy(role, signing, name));
      return signing;
    },
    setRole: (member: TeamSigning, role: MemberRole, heads: LastHeads = {}) =>
      change(changeRole(member.publicKey, role, heads)),
    remove: (member: TeamSigning, heads: LastHeads = {}) =>
      change(removeMember(membership(), member.publicKey, heads, random)),
    /** A sealed entry of facts. */
    fact(by: TeamSigning, stream: string, text: string): SignedEntry {
      const epoch = membership().epochs.at(-1) ?? null;
      const content = Buffer.from(text);
      return chainOf(by, stream).next({ kind: 'facts', epoch, content, at });
    },
  };
}

export const randomStream = (random: Random = systemRandom): string => hex(random.bytes(16));
