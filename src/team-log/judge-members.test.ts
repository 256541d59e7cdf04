/** How members change by what is taken, and what of theirs counts. */
import { describe, expect, it } from 'vitest';
import { systemRandom as random } from '../platform/random.ts';
import { headOfEntry, type SignedEntry, type TeamSigning } from './entry.ts';
import { createEpochs } from './epochs.ts';
import { createJudge } from './judge.ts';
import { addMember, removeMember } from './membership-changes.ts';
import { membershipBytes } from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import type { Problem } from './problems.ts';
import { Unopenable } from './sealing.ts';
import { apart, story } from './testing/judged.ts';
import { follow, showing } from './testing/shown.ts';
import { at, randomStream } from './testing/team.ts';

const kindsOf = (problems: readonly Problem[]) => [...new Set(problems.map(({ kind }) => kind))];

describe('members', () => {
  it('who were removed count up to what the owner had, and can’t open what comes later', () => {
    const {
      entries,
      facts,
      judge,
      kinds,
      stream,
      operator,
      remove,
      fact,
      add,
      reviewer,
      membership,
    } = story();
    const theirs = facts.filter(({ author }) => author === operator.publicKey);
    const after = [
      remove(operator, { [stream]: headOfEntry(theirs[1] as SignedEntry) }),
      fact(reviewer, stream, 'secret'),
    ];
    expect(kinds(...entries, ...theirs)).toEqual([
      ...[...entries, ...theirs.slice(0, 2)].map(() => 'taken'),
      'stranger',
      'stranger',
    ]);
    // Another computer may have taken them before it learned of the removal.
    expect(
      judge.hear(stream, { [operator.publicKey]: headOfEntry(theirs[2] as SignedEntry) }),
    ).toEqual([]);
    const secret = after[1] as SignedEntry;
    expect(secret.epoch).toBe(2);
    expect(() => createEpochs(operator, membership()).open(secret)).toThrow(Unopenable);
    expect(createEpochs(operator, membership()).has(1)).toBe(true);
    // Who joins later reads what was before, too.
    const late = createEpochs(add('approver'), membership());
    expect(Buffer.from(late.open(secret)).toString()).toBe('secret');
    expect(Buffer.from(late.open(theirs[0] as SignedEntry)).toString()).toBe('one');
  });

  it('whose entries were taken before the removal was known are named', () => {
    const { entries, facts, kinds, judge, stream, operator, remove } = story();
    kinds(...entries, ...facts);
    expect(kinds(remove(operator, {}))).toEqual(['taken']);
    expect(judge.standing()).toMatchObject([
      { kind: 'stranger', author: operator.publicKey, stream, sequence: 1, until: 4 },
    ]);
    expect(judge.isResolved(judge.standing()[0] as Problem)).toBe(false);
  });

  it.each<[string, (made: ReturnType<typeof story>) => SignedEntry]>([
    ['the last owner another role', ({ setRole, owner }) => setRole(owner, 'operator')],
    ['nobody to own the team', ({ remove, owner }) => remove(owner)],
    ['a relay the role of a person', ({ setRole, relay }) => setRole(relay, 'operator')],
    ['a person the role of a relay', ({ setRole, reviewer }) => setRole(reviewer, 'relay')],
    ['a member the role that it has', ({ setRole, operator }) => setRole(operator, 'operator')],
    [
      'a key that was removed a way back',
      ({ remove, change, operator, membership, epochs }) => {
        remove(operator);
        const member = { signing: operator.publicKey, sealing: operator.sealingKey };
        const order = { member, role: 'operator', invitation: 'a'.repeat(64), name: 'x' } as const;
        return change(addMember(membership(), epochs(), order, random));
      },
    ],
    [
      'what an operator decides',
      ({ change, operator, reviewer, membership }) =>
        change(removeMember(membership(), reviewer.publicKey, {}, random), operator),
    ],
    [
      'an epoch that is not sealed to all who stay',
      ({ change, operator, membership }) => {
        const payload = removeMember(membership(), operator.publicKey, {}, random);
        if (payload.what === 'removed') payload.epoch.keys.pop();
        return change(payload);
      },
    ],
  ])('are not changed to give %s', (_what, wrong) => {
    const made = story();
    const last = wrong(made);
    const before = made.entries.filter((entry) => entry !== last);
    expect(made.kinds(...before, last)).toEqual([...before.map(() => 'taken'), 'stranger']);
  });

  it('have another role from what the owner had on', () => {
    const { entries, kinds, operator, setRole, membership, team, stream, fact } = story();
    const epoch = membership().epochs.at(-1) ?? null;
    const webhook = { kind: 'webhook', epoch, content: Buffer.from('x'), at } as const;
    const chain = apart(team, operator, randomStream(), []);
    const before = chain.next(webhook);
    setRole(operator, 'reviewer', { [before.stream]: headOfEntry(before) });
    kinds(...entries);
    const late = chain.next(webhook);
    expect(kinds(before, late, fact(operator, stream, 'five'))).toEqual([
      'taken',
      'elsewhere',
      'gap',
    ]);
    // It was signed under the role before: what came of it is told, and what follows does not wait.
    const facts = { kind: 'facts', epoch, content: Buffer.from('x'), at } as const;
    expect(kinds(chain.next(facts), late)).toEqual(['taken', 'known']);
  });

  it('are read before what is sealed to a later key, so that nothing is lost', () => {
    const { entries, kinds, judge, operator, reviewer, remove, stream, facts, fact } = story();
    kinds(...entries, ...facts);
    const removal = remove(operator);
    const sealed = fact(reviewer, stream, 'five');
    expect(judge.isEarly(sealed)).toBe(true);
    const early = judge.judge(sealed, stream);
    expect(early).toMatchObject({ is: 'problem', problem: { kind: 'gap', sequence: 5, until: 5 } });
    expect(kinds(removal)).toEqual(['taken']);
    expect(judge.isEarly(sealed)).toBe(false);
    expect(kinds(sealed)).toEqual(['taken']);
    expect(early.is === 'problem' && judge.isResolved(early.problem)).toBe(true);
  });

  it('changed by two owners at once stay as they were, whichever came first', () => {
    const { entries, kinds, add, membership, team, own, owner, operator, judge } = story();
    const second = add('owner');
    const before = [...entries];
    const follows = membership().head;
    const remove = (by: TeamSigning, head: readonly SignedEntry[]) =>
      apart(team, by, own, head).next({
        kind: 'membership',
        epoch: null,
        at,
        follows,
        content: membershipBytes(removeMember(membership(), operator.publicKey, {}, random)),
      });
    const theirs = remove(second, []);
    const ours = remove(
      owner,
      before.filter(({ author }) => author === owner.publicKey),
    );
    expect(kinds(...before, ours, theirs)).toEqual([
      ...[...before, ours].map(() => 'taken'),
      'membership fork',
    ]);
    expect(judge.membership()).toMatchObject({ head: follows, fork: { follows } });
    // Removed in a branch is removed.
    expect(judge.membership().members.get(operator.publicKey)?.role).toBeNull();
    const other = createJudge(team, createMemoryStore());
    follow(other, showing([...before, theirs, ours]));
    expect(other.membership()).toEqual(judge.membership());
    expect(kindsOf(other.standing())).toEqual(['membership fork']);
  });
});
