/** The team's recovery key opens every epoch and makes a computer an owner, and does nothing else. */
import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import { hashOfEntry, type SignedEntry, type TeamSigning } from './entry.ts';
import { createEpochs, maxContentBytes } from './epochs.ts';
import { createJudge } from './judge.ts';
import { foldMembership, type Membership } from './membership.ts';
import {
  addMember,
  changeRole,
  removeMember,
  resolveFork,
  setRecovery,
} from './membership-changes.ts';
import { membershipBytes, readMembershipPayload } from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import { createSigner, createTeam, randomStream } from './testing/team.ts';

const keysOf = ({ publicKey: signing, sealingKey: sealing }: TeamSigning) => ({ signing, sealing });

function recoverable() {
  const team = createTeam();
  const bob = team.add('operator');
  team.remove(team.add('operator'));
  const words = createSigner();
  const set = (key: TeamSigning) =>
    team.change(setRecovery(team.membership(), team.epochs(), keysOf(key), systemRandom));
  set(words);
  /** By the words, as on a computer that has nothing else. */
  const addedBy = (by: TeamSigning, member: TeamSigning, role: 'owner' | 'operator' = 'owner') => {
    const now = team.membership();
    const invitation = systemRandom.bytes(32);
    return team.signed(
      addMember(
        now,
        createEpochs(by, now),
        {
          member: keysOf(member),
          role,
          name: 'new',
          invitation: Buffer.from(invitation).toString('hex'),
        },
        systemRandom,
      ),
      by,
    );
  };
  const folded = (...more: readonly SignedEntry[]): Membership =>
    foldMembership(team.team, [...team.entries, ...more]);
  return { ...team, bob, words, set, addedBy, folded };
}

it('makes an owner that reads all that was, and everybody takes it', () => {
  const { owner, words, addedBy, folded, entries, fact, team, own } = recoverable();
  const stream = randomStream();
  const written = fact(owner, stream, 'before the loss');
  const mine = createSigner();
  const added = addedBy(words, mine);
  const after = folded(added);
  expect(after.members.get(mine.publicKey)?.role).toBe('owner');
  expect(after.members.get(mine.publicKey)?.since.by).toBe(words.publicKey);
  expect(after.recovery?.used?.entry).toBe(hashOfEntry(added));
  expect(Buffer.from(createEpochs(mine, after).open(written)).toString()).toBe('before the loss');
  const judge = createJudge(team, createMemoryStore());
  for (const entry of [...entries, added]) expect(judge.judge(entry, own).is).toBe('taken');
  expect(judge.standing()).toEqual([]);
  expect(judge.hear(own, { [words.publicKey]: { sequence: 1, hash: hashOfEntry(added) } })).toEqual(
    [],
  );
  expect(judge.compare(own, {}).problems.map(({ author }) => author)).toContain(words.publicKey);
});

it('gets every later epoch, and a removal that leaves it out does not count', () => {
  const { owner, bob, words, membership, signed, folded } = recoverable();
  const gone = removeMember(membership(), bob.publicKey, {}, systemRandom);
  const payload = readMembershipPayload(membershipBytes(gone));
  if (payload?.what !== 'removed') throw new Error('It is no removal.');
  const keys = payload.epoch.keys.filter(({ to }) => to !== words.publicKey);
  expect(keys.length).toBe(payload.epoch.keys.length - 1);
  const without = { ...payload, epoch: { ...payload.epoch, keys } };
  expect(folded(signed(without, owner)).members.get(bob.publicKey)?.role).toBe('operator');
  // That entry took a place in its author's chain; the next one is another team's.
  const other = recoverable();
  other.remove(other.bob);
  const late = other.fact(other.owner, randomStream(), 'later');
  const epochs = createEpochs(other.words, other.membership());
  expect(Buffer.from(epochs.open(late)).toString()).toBe('later');
});

it('is worthless once another one is set', () => {
  const { words, set, addedBy, folded, membership, remove, bob, fact, owner, ...rest } =
    recoverable();
  const { signed, team, own, entries } = rest;
  const early = fact(owner, randomStream(), 'before');
  const next = createSigner();
  const old = addedBy(words, createSigner());
  set(next);
  // From here on, nobody having been removed.
  const first = fact(owner, randomStream(), 'right after');
  const opened = createEpochs(words, membership());
  expect(() => opened.open(first)).toThrow('not here');
  for (const key of [owner, bob, next])
    expect(Buffer.from(createEpochs(key, membership()).open(first)).toString()).toBe('right after');
  expect(() => addedBy(words, createSigner())).toThrow('not here');
  const order = { role: 'owner' as const, invitation: 'e'.repeat(64), name: 'Eve' };
  const member = keysOf(createSigner());
  const lent = addMember(membership(), rest.epochs(), { ...order, member }, systemRandom);
  expect(folded(signed(lent, words)).members.size).toBe(membership().members.size);
  remove(bob);
  const late = fact(owner, randomStream(), 'after');
  const epochs = createEpochs(words, membership());
  expect(() => epochs.open(late)).toThrow('not here');
  // What it could open before stays open to it.
  expect(Buffer.from(epochs.open(early)).toString()).toBe('before');
  // What it signed before makes a fork, in which it has no word.
  const forked = folded(old);
  const tip = hashOfEntry(old);
  expect(forked.fork?.branches.map((branch) => branch.tip)).toContain(tip);
  const resolved = signed(resolveFork(forked, tip, null), words, forked);
  expect(folded(old, resolved).fork).not.toBeNull();
  const judge = createJudge(team, createMemoryStore());
  for (const entry of entries) judge.judge(entry, own);
  expect(judge.judge(resolved, own).is).toBe('problem');
  expect(judge.membership().recovery?.signing).toBe(next.publicKey);
  // And it is not set again.
  set(words);
  expect(membership().recovery?.signing).toBe(next.publicKey);
});

it('does nothing else, and nobody sets it but an owner', () => {
  const { words, bob, owner, addedBy, folded, signed, membership, epochs } = recoverable();
  const before = membership();
  const other = setRecovery(before, epochs(), keysOf(createSigner()), systemRandom);
  if (other.what !== 'recovery') throw new Error('It is no recovery key.');
  const withKeys = (keys: typeof other.epoch.keys) => ({
    ...other,
    epoch: { ...other.epoch, keys },
  });
  const refused: readonly SignedEntry[] = [
    addedBy(words, createSigner(), 'operator'),
    // Without who reads, or with the key of before; or an epoch that is there.
    signed(withKeys(other.epoch.keys.slice(1)), owner),
    signed(withKeys([...other.epoch.keys, { to: words.publicKey, sealed: 'aa' }]), owner),
    signed({ ...other, epoch: { ...other.epoch, number: before.epochs.length } }, owner),
    signed(changeRole(bob.publicKey, 'owner', {}), words),
    signed(removeMember(before, bob.publicKey, {}, systemRandom), words),
    signed(setRecovery(before, epochs(), keysOf(createSigner()), systemRandom), words),
    signed(setRecovery(before, epochs(), keysOf(createSigner()), systemRandom), bob),
    // A member's key is no recovery key, and a recovery key no member.
    signed(setRecovery(before, epochs(), keysOf(bob), systemRandom), owner),
    addedBy(owner, words),
    // Without one of the epochs.
    signed(
      {
        ...(setRecovery(before, epochs(), keysOf(createSigner()), systemRandom) as object),
        keys: [],
      } as never,
      owner,
    ),
  ];
  for (const [at, entry] of refused.entries())
    expect([at, folded(entry).head]).toEqual([at, before.head]);
});

it('seals the next key to thousands of readers in one entry', () => {
  const { membership, add, owner } = createTeam();
  const gone = add('operator');
  const now = membership();
  const [one] = [...now.members.values()];
  if (one === undefined) throw new Error('There is no member.');
  const many = Array.from({ length: 1_100 }, (_, at) => ({
    ...one,
    signing: at.toString(16).padStart(64, '0'),
  }));
  const members = new Map([...now.members, ...many.map((each) => [each.signing, each] as const)]);
  const bytes = membershipBytes(
    removeMember({ ...now, members }, gone.publicKey, {}, systemRandom),
  );
  const read = readMembershipPayload(bytes);
  const to = read?.what === 'removed' ? read.epoch.keys.map((key) => key.to) : [];
  expect(to.length).toBe(1_101);
  expect(to).toContain(owner.publicKey);
  expect((bytes.length / to.length) * 10_000).toBeLessThan(maxContentBytes);
});
