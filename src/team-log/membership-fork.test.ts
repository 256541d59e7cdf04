/** A fork of the members is resolved by two owners, or by the recovery key, and by nobody else. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import { hashOfEntry, type SignedEntry, type TeamSigning } from './entry.ts';
import { createEpochs } from './epochs.ts';
import { createJudge } from './judge.ts';
import { foldMembership, type Membership } from './membership.ts';
import {
  addMember,
  changeRole,
  chooseBranch,
  removeMember,
  resolveFork,
  setRecovery,
} from './membership-changes.ts';
import {
  carriedOf,
  type MembershipPayload,
  maxCarried,
  membershipBytes,
  readMembershipPayload,
} from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import { createSigner, createTeam, randomStream } from './testing/team.ts';

/** Ada founded; Bob and Cy are owners. Ada admits Dan while Bob makes the operator a reviewer. */
function forked(removing: 'nobody' | 'bob' | 'each other' = 'nobody') {
  const team = createTeam();
  const { owner: ada, membership, entries } = team;
  const bob = team.add('owner');
  const cy = team.add('owner');
  const operator = team.add('operator');
  const words = createSigner();
  const key = { signing: words.publicKey, sealing: words.sealingKey };
  team.change(setRecovery(membership(), team.epochs(), key, systemRandom));
  const before = membership();
  const dan = createSigner();
  const gone = (member: TeamSigning) => removeMember(before, member.publicKey, {}, systemRandom);
  const saysA = removing === 'nobody' ? team.addedBy('operator', dan) : gone(bob);
  const saysB =
    removing === 'each other' ? gone(ada) : changeRole(operator.publicKey, 'reviewer', {});
  const a = team.signed(saysA, ada, before);
  const b = team.signed(saysB, bob, before);
  const base = [...entries];
  const both = foldMembership(team.team, [...base, a, b]);
  const sign = (payload: MembershipPayload, by: TeamSigning): SignedEntry =>
    team.signed(payload, by, both);
  const tip = (of: SignedEntry) => hashOfEntry(of);
  return {
    ...team,
    base,
    a,
    b,
    both,
    sign,
    tip,
    ada,
    bob,
    cy,
    operator,
    dan,
    words,
    before,
    folded: (...more: readonly SignedEntry[]): Membership =>
      foldMembership(team.team, [...base, ...more]),
  };
}

const rolesOf = ({ members }: Membership) => [...members.values()].map(({ role }) => role);

it('stands still at what came before until it is resolved, and says what each branch has', () => {
  const { both, before, a, b, tip } = forked();
  expect(both.head).toBe(before.head);
  expect(both.fork?.branches.map((branch) => branch.tip)).toEqual([tip(a), tip(b)].toSorted());
  expect(both.fork?.deciders.length).toBe(3);
  expect(rolesOf(both)).toEqual(rolesOf(before));
});

it('two owners resolve it, and every order of reading comes to the same, also without one branch', () => {
  const story = forked();
  const { base, a, b, both, sign, tip, bob, cy, dan, operator, team } = story;
  const choice = sign(chooseBranch(both, tip(a)), cy);
  expect(story.folded(a, b, choice).fork?.choices.map(({ by }) => by)).toEqual([cy.publicKey]);
  const resolved = sign(resolveFork(story.folded(a, b, choice), tip(a), choice), bob);
  const whole = story.folded(a, b, choice, resolved);
  expect(whole.fork).toBeNull();
  expect(whole.head).toBe(tip(resolved));
  expect(whole.members.get(dan.publicKey)?.role).toBe('operator');
  expect(whole.members.get(operator.publicKey)?.role).toBe('operator');
  expect([...whole.discarded]).toEqual([tip(b)]);
  expect(whole.resolved).toMatchObject([{ by: bob.publicKey, chosenBy: cy.publicKey, left: [b] }]);
  fc.assert(
    fc.property(
      // Nobody takes the resolving entry without what its own author wrote before it.
      fc
        .shuffledSubarray([a, choice], { minLength: 0 })
        .map((some) => (some.length === 1 ? [b, ...some] : [...some, b])),
      fc.shuffledSubarray([...base, resolved], { minLength: base.length + 1 }),
      fc.nat(20),
      (some, rest, place) => {
        const shown = rest.toSpliced(place, 0, ...some);
        const again = foldMembership(team, shown);
        expect(again.head).toBe(whole.head);
        expect([...again.members]).toEqual([...whole.members]);
        expect([...again.discarded]).toEqual([...whole.discarded]);
      },
    ),
    { numRuns: 50 },
  );
});

it('the recovery key resolves it alone, and members change again after it', () => {
  const story = forked();
  const { a, b, both, sign, tip, words, ada, operator } = story;
  const resolved = sign(resolveFork(both, tip(b), null), words);
  const after = story.folded(a, b, resolved);
  expect(after.head).toBe(tip(resolved));
  expect(after.members.get(operator.publicKey)?.role).toBe('reviewer');
  const next = story.signed(changeRole(operator.publicKey, 'approver', {}), ada, after);
  expect(story.folded(a, b, resolved, next).head).toBe(tip(next));
  // What was to follow the branch goes on counting for nothing.
  const late = story.signed(changeRole(operator.publicKey, 'owner', {}), ada, story.folded(a));
  expect([...story.folded(a, b, resolved, next, late).discarded].toSorted()).toEqual(
    [tip(a), tip(late)].toSorted(),
  );
});

it('nobody else resolves it', () => {
  const story = forked();
  const { a, b, both, sign, tip, ada, bob, cy, operator, words } = story;
  const choice = sign(chooseBranch(both, tip(a)), cy);
  const chosen = story.folded(a, b, choice);
  const says = (of: string, by: TeamSigning, with_: SignedEntry | null) =>
    sign(resolveFork(chosen, of, with_), by);
  const stranger = createSigner();
  const byOperator = sign(chooseBranch(both, tip(a)), operator);
  const refused: readonly (readonly SignedEntry[])[] = [
    // One owner twice, by itself, without a choice, of another branch, or with a choice by who may not.
    [choice, says(tip(a), cy, choice)],
    [says(tip(a), ada, null)],
    [choice, says(tip(b), bob, choice)],
    [byOperator, says(tip(a), bob, byOperator)],
    [choice, says(tip(a), operator, choice)],
    [choice, says(tip(a), stranger, choice)],
    [says(tip(a), stranger, null)],
    // The recovery key with a choice, and for what is in no branch.
    [choice, says(tip(a), words, choice)],
    [says('a'.repeat(64), words, null)],
    // A resolving entry in the place of a choice.
    [choice, says(tip(a), bob, says(tip(a), cy, choice))],
  ];
  for (const [at, entries] of refused.entries()) {
    const after = story.folded(a, b, ...entries);
    expect([at, after.fork === null, after.head]).toEqual([at, false, both.head]);
  }
  // The same bytes for another fork: they name this one.
  const other = forked();
  const resolved = says(tip(a), bob, choice);
  expect(other.folded(other.a, other.b, resolved).fork).not.toBeNull();
  // Two ways to resolve it are none.
  const otherWay = sign(resolveFork(both, tip(b), null), words);
  expect(story.folded(a, b, choice, resolved, otherWay).fork).not.toBeNull();
});

it('who is removed in a branch has no word in it, and is not in the team meanwhile', () => {
  const story = forked('bob');
  const { a, b, both, sign, tip, ada, bob, cy, before } = story;
  expect(both.members.get(bob.publicKey)?.role).toBeNull();
  expect(both.members.get(bob.publicKey)?.tenures.every(({ until }) => until !== null)).toBe(true);
  expect(both.members.get(cy.publicKey)).toEqual(before.members.get(cy.publicKey));
  expect(both.fork?.deciders.toSorted()).toEqual([ada.publicKey, cy.publicKey].toSorted());
  const choice = sign(chooseBranch(both, tip(b)), bob);
  const resolved = sign(resolveFork(both, tip(b), choice), cy);
  expect(story.folded(a, b, choice, resolved).fork).not.toBeNull();
  const rest = forked('each other');
  expect(rest.both.fork?.deciders).toEqual([rest.cy.publicKey]);
  const byWords = rest.sign(resolveFork(rest.both, rest.tip(rest.a), null), rest.words);
  expect(rest.folded(rest.a, rest.b, byWords).members.get(rest.bob.publicKey)?.role).toBeNull();
});

it('a computer that saw one branch turns to the other, and later branches take nothing back', () => {
  const story = forked();
  const { base, a, b, both, sign, tip, team, own, bob, cy, ada, operator, chainOf } = story;
  const choice = sign(chooseBranch(both, tip(a)), cy);
  const resolved = sign(resolveFork(story.folded(a, b, choice), tip(a), choice), bob);
  const judge = createJudge(team, createMemoryStore());
  const verdictOf = (entry: SignedEntry) => judge.judge(entry, entry.stream).is;
  for (const entry of [...base, b]) expect(verdictOf(entry)).toBe('taken');
  expect(judge.membership().members.get(operator.publicKey)?.role).toBe('reviewer');
  expect(verdictOf(choice)).toBe('taken');
  expect(judge.standing().map(({ kind }) => kind)).toEqual(['membership fork', 'membership fork']);
  expect(verdictOf(resolved)).toBe('taken');
  expect(judge.membership().members.get(operator.publicKey)?.role).toBe('operator');
  expect(judge.standing()).toEqual([]);
  // The branch that came first here and the one that was carried: both are no news, and chains go on.
  expect(verdictOf(a)).toBe('taken');
  const fact = chainOf(bob, own).next({
    kind: 'heads',
    epoch: judge.membership().epochs.at(-1) ?? null,
    at: resolved.at,
    content: Buffer.from('{}'),
  });
  expect(verdictOf(fact)).toBe('taken');
  // Ada, an owner before the fork, shows a third branch in which neither of the two is an owner.
  const third = story.signed(
    removeMember(story.before, bob.publicKey, {}, systemRandom),
    ada,
    story.before,
  );
  expect(judge.judge(third, own)).toMatchObject({ problem: { kind: 'membership fork' } });
  expect(judge.membership().head).toBe(tip(resolved));
});

it('a choice that comes too late keeps its place in the chain of its author', () => {
  const story = forked();
  const { base, a, b, both, sign, tip, team, own, bob, cy, ada, words, chainOf } = story;
  const late = sign(chooseBranch(both, tip(b)), bob);
  const resolved = sign(resolveFork(both, tip(a), null), words);
  const judge = createJudge(team, createMemoryStore());
  for (const entry of [...base, a, b, resolved, late]) judge.judge(entry, entry.stream);
  expect(judge.membership().head).toBe(tip(resolved));
  const epoch = judge.membership().epochs.at(-1) ?? null;
  const content = Buffer.from('{}');
  const next = chainOf(bob, own).next({ kind: 'heads', epoch, at: a.at, content });
  expect(judge.judge(next, own).is).toBe('taken');
  const stream = randomStream();
  for (const by of [ada, cy]) {
    expect(judge.judge(story.fact(by, stream, 'x'), stream).is).toBe('taken');
  }
});

it('nobody alone makes a branch by carrying it, neither an owner nor the recovery key', () => {
  const { base, b, before, sign, signed, team, own, ada, bob, cy, words, operator } = forked();
  const standing = foldMembership(team, [...base, b]);
  const keys = createEpochs(words, before);
  const order = { role: 'owner' as const, invitation: 'e'.repeat(64), name: 'Eve' };
  const member = { signing: '1'.repeat(64), sealing: createSigner().sealingKey };
  const owned = addMember(before, keys, { ...order, member }, systemRandom);
  // Never in the log: what Ada and the recovery key say now to follow a change of before.
  const byAda = signed(changeRole(operator.publicKey, 'approver', {}), ada, before);
  const byWords = signed(owned, words, before);
  const chooses = (x: SignedEntry, ...more: readonly SignedEntry[]) => ({
    what: 'choice' as const,
    fork: before.head ?? '',
    tip: hashOfEntry(x),
    entries: [x, b, ...more].map(carriedOf),
  });
  const settles = (x: SignedEntry, ...more: readonly SignedEntry[]) => ({
    ...chooses(x, ...more),
    what: 'settled' as const,
    choice: null,
  });
  // A key of nobody carries it, and is carried.
  const between = sign(chooses(byAda), createSigner());
  const alone: readonly SignedEntry[] = [
    sign(chooses(byAda), ada),
    sign(chooses(b, between), ada),
    sign(settles(byWords), words),
    sign(settles(byAda), words),
    sign(settles(b, between), words),
    sign(settles(byAda, sign(chooses(byAda), ada)), words),
    sign(chooses(byAda), operator),
  ];
  for (const [at, entry] of alone.entries()) {
    const after = foldMembership(team, [...base, b, entry]);
    expect([at, after.head, after.fork, after.resolved]).toEqual([at, standing.head, null, []]);
    const judge = createJudge(team, createMemoryStore());
    for (const one of [...base, b]) judge.judge(one, own);
    judge.judge(entry, own);
    expect([at, judge.membership().head]).toEqual([at, standing.head]);
    expect(judge.standing()).toEqual([]);
  }
  // Another owner's word makes it one, and then that is a fork like any.
  const heard = foldMembership(team, [...base, b, sign(chooses(byAda), cy)]);
  expect(heard.fork?.branches.map(({ tip }) => tip)).toContain(hashOfEntry(byAda));
  expect(heard.fork?.deciders).toContain(bob.publicKey);
});

it('of an owner the last choice is there to be confirmed, whatever came first', () => {
  const { a, b, both, sign, tip, bob, cy, folded } = forked();
  const first = sign(chooseBranch(both, tip(a)), cy);
  const last = sign(chooseBranch(both, tip(b)), cy);
  const chosen = folded(a, b, last, first);
  expect(chosen.fork?.choices.map((choice) => choice.entry)).toEqual([tip(last)]);
  const byLast = sign(resolveFork(both, tip(b), last), bob);
  expect(folded(a, b, first, last, byLast).head).toBe(tip(byLast));
});

it('says where the branches are too long to be carried', () => {
  const { both, a } = forked();
  const longer = (count: number): Membership => ({
    ...both,
    fork: both.fork && {
      ...both.fork,
      branches: [{ tip: hashOfEntry(a), entries: Array.from({ length: count }, () => a) }],
    },
  });
  const payload = resolveFork(longer(maxCarried - 1), hashOfEntry(a), a);
  expect(readMembershipPayload(membershipBytes(payload))).not.toBeNull();
  for (const make of [chooseBranch, resolveFork])
    expect(() => make(longer(maxCarried), hashOfEntry(a), null)).toThrow('Create the team anew');
});
