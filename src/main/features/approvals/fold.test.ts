import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { contentBytes } from './contents.ts';
import { openApprovedBy } from './fold.ts';
import {
  createDeskTeam,
  type DeskTeam,
  personNamed,
  policyOf,
  proposalOf,
} from './testing/team-of-desks.ts';

const stateOf = (desk: DeskTeam, proposal: SignedEntry, more?: { now: number }) =>
  desk.show(desk.entries, more).folded.proposals.get(hashOfEntry(proposal))?.state;

describe('a proposal', () => {
  it('waits until as many others have approved it as the policy asks', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 2);
    const proposal = desk.propose('maker');
    expect(stateOf(desk, proposal)).toBe('waiting');
    desk.decide('first', proposal);
    expect(stateOf(desk, proposal)).toBe('waiting');
    desk.decide('owner', proposal);
    expect(stateOf(desk, proposal)).toBe('approved');
  });

  it('is refused by one, also by who approved it before', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 1);
    const proposal = desk.propose('maker');
    desk.decide('first', proposal);
    desk.decide('first', proposal, { decision: 'refused', note: 'Other wallet.' });
    desk.decide('second', proposal);
    expect(stateOf(desk, proposal)).toBe('refused');
  });

  it('is refused for good, and approved by members of now alone', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 1);
    const one = desk.propose('maker');
    const other = desk.propose('maker', proposalOf('other'));
    desk.decide('gone', one);
    const open = () => openApprovedBy(desk.show(desk.entries).folded, desk.keyOf('gone').publicKey);
    expect(open()).toBe(1);
    desk.decide('gone', other, { decision: 'refused' });
    desk.decide('first', other);
    expect(open()).toBe(1);
    expect([one, other].map((each) => stateOf(desk, each))).toEqual(['approved', 'refused']);
    desk.remove('gone');
    expect([one, other].map((each) => stateOf(desk, each))).toEqual(['waiting', 'refused']);
    desk.decide('first', one);
    expect(stateOf(desk, one)).toBe('approved');
  });

  it('that was sent keeps the approvals that it was sent by', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 1);
    const proposal = desk.propose('maker');
    const approval = desk.decide('gone', proposal);
    desk.remove('gone');
    const shown = (isSent: boolean) => {
      const { proposals, disbelieved } = desk.show(desk.entries, { isSent }).folded;
      const { state, decisions, isApproved } = proposals.get(hashOfEntry(proposal)) ?? {};
      return [state, decisions?.length, isApproved, disbelieved.get(hashOfEntry(approval))];
    };
    // A file that was started does not go on by it.
    expect(shown(true)).toEqual(['sent', 1, false, undefined]);
    expect(shown(false)).toEqual(['waiting', 0, false, 'no approver now']);
  });

  it('that was sent needed what the policies of then asked, whatever is set since', () => {
    const desk = createDeskTeam();
    const first = desk.policy('owner', 1);
    const proposal = desk.propose('maker', { policies: [hashOfEntry(first)] });
    const then = [
      ['2026-11-26T11:00:00.000Z', 2, first],
      ['2026-11-26T12:00:00.000Z', 3, null],
    ] as const;
    for (const [when, approvers, before] of then) {
      const policy = policyOf(approvers, before === null ? [] : [hashOfEntry(before)]);
      desk.writeBytes('owner', 'policy', contentBytes(policy), when);
    }
    const needed = (sentAt: string | null) =>
      desk.show(desk.entries, { isSent: true, sentAt }).folded.proposals.get(hashOfEntry(proposal))
        ?.needed;
    const sentence = (count: number) => expect.stringContaining(`need ${count} approver`);
    const asks = (approvers: number, ...all: number[]) => ({
      approvers,
      reasons: all.map(sentence),
    });
    expect(needed('2026-11-26T10:30:00.000Z')).toEqual(asks(1, 1));
    expect(needed('2026-11-26T11:30:00.000Z')).toEqual(asks(2, 1, 2));
    expect(needed('2026-11-26T12:30:00.000Z')?.approvers).toBe(3);
    // A file that was started goes on by the policy of now.
    expect(needed(null)?.approvers).toBe(3);
  });

  it('is withdrawn by its maker alone', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 1);
    const proposal = desk.propose('maker');
    const other = desk.withdraw('owner', proposal);
    expect(stateOf(desk, proposal)).toBe('waiting');
    expect(desk.show(desk.entries).folded.disbelieved.get(hashOfEntry(other))).toBe(
      'not its maker',
    );
    desk.withdraw('maker', proposal);
    desk.decide('first', proposal);
    expect(stateOf(desk, proposal)).toBe('withdrawn');
  });

  it('expires, approved or not', () => {
    const desk = createDeskTeam();
    const proposal = desk.propose('maker');
    desk.decide('first', proposal);
    const now = Date.parse(proposalOf('').expiresAt);
    expect(stateOf(desk, proposal, { now: now - 1 })).toBe('approved');
    expect(stateOf(desk, proposal, { now })).toBe('expired');
  });

  it('is held to the policy of then and of now, whichever asks for more', () => {
    const desk = createDeskTeam();
    const before = desk.policy('owner', 2);
    const proposal = desk.propose('maker', { policies: [hashOfEntry(before)] });
    desk.policy('owner', 1, [before]);
    desk.decide('first', proposal);
    expect(stateOf(desk, proposal)).toBe('waiting');
    const lax = desk.propose('maker', proposalOf('lax'));
    desk.policy('owner', 3, [before]);
    for (const who of ['first', 'second']) desk.decide(who, lax);
    expect(stateOf(desk, lax)).toBe('waiting');
  });

  it('waits while a policy that its maker knew is not here', () => {
    const desk = createDeskTeam();
    const proposal = desk.propose('maker', { policies: ['c'.repeat(64)] });
    desk.decide('first', proposal);
    const found = desk.show(desk.entries).folded.proposals.get(hashOfEntry(proposal));
    expect(found).toMatchObject({ state: 'waiting', isUnclear: true });
  });
});

it('of two policies that owners wrote at once both count', () => {
  const desk = createDeskTeam();
  const first = desk.policy('owner', 1);
  desk.write('owner', policyOf(1, [hashOfEntry(first)]));
  desk.write('owner', policyOf(3, [hashOfEntry(first)]));
  expect(desk.show(desk.entries).folded.policies).toHaveLength(2);
  const proposal = desk.propose('maker');
  expect(
    desk.show(desk.entries).folded.proposals.get(hashOfEntry(proposal))?.needed.approvers,
  ).toBe(3);
});

it('any order and any duplication gives the same', () => {
  const desk = createDeskTeam();
  const policy = desk.policy('owner', 1);
  const policies = [hashOfEntry(policy)];
  const [one, two, three] = ['one', 'two', 'three'].map((name) =>
    desk.propose('maker', { ...proposalOf(name), policies }),
  ) as [SignedEntry, SignedEntry, SignedEntry];
  desk.decide('first', one);
  desk.decide('second', two);
  desk.decide('first', two, { decision: 'refused' });
  desk.decide('second', three, { digest: 'd'.repeat(64) });
  desk.withdraw('maker', three);
  desk.policy('owner', 2, [policy]);
  desk.decide('second', one);
  const plain = (entries: readonly SignedEntry[]) => {
    const { proposals, policies: now, disbelieved } = desk.show(entries).folded;
    return { all: [...proposals].sort(), now, disbelieved: [...disbelieved].sort() };
  };
  const whole = plain(desk.entries);
  expect(whole.all.map(([, { state }]) => state).sort()).toEqual([
    'approved',
    'refused',
    'withdrawn',
  ]);
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...desk.entries, ...desk.entries], {
        minLength: desk.entries.length * 2,
      }),
      (entries) => {
        expect(plain(entries)).toEqual(whole);
      },
    ),
    { numRuns: 40 },
  );
});

describe('of a person with several computers', () => {
  it('none approves what another one of them proposed', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 1);
    const proposal = desk.propose('maker');
    const approval = desk.decide('makerToo', proposal);
    expect(stateOf(desk, proposal)).toBe('waiting');
    expect(desk.show(desk.entries).folded.disbelieved.get(hashOfEntry(approval))).toBe(
      'by its maker',
    );
    desk.decide('firstToo', proposal);
    expect(stateOf(desk, proposal)).toBe('approved');
  });

  it('one counts, and each of them may still refuse', () => {
    const desk = createDeskTeam();
    desk.policy('owner', 2);
    const proposal = desk.propose('maker');
    desk.decide('first', proposal);
    desk.decide('firstToo', proposal);
    expect(stateOf(desk, proposal)).toBe('waiting');
    desk.decide('firstToo', proposal, { decision: 'refused', note: 'Other wallet.' });
    expect(stateOf(desk, proposal)).toBe('refused');
  });

  it('whoever decides in whatever order, as many others as needed and no fewer approve', () => {
    const computers = ['owner', 'maker', 'makerToo', 'first', 'firstToo', 'second'] as const;
    const decided = fc.tuple(fc.constantFrom(...computers), fc.boolean());
    fc.assert(
      fc.property(
        fc.record({
          maker: fc.constantFrom('maker', 'first', 'firstToo', 'owner'),
          approvers: fc.integer({ min: 1, max: 4 }),
          all: fc.array(decided, { maxLength: 9 }),
          seed: fc.integer(),
        }),
        ({ maker, approvers, all, seed }) => {
          const desk = createDeskTeam();
          desk.policy('owner', approvers);
          const proposal = desk.propose(maker);
          for (const [by, isApproval] of all) {
            desk.decide(by, proposal, { decision: isApproval ? 'approved' : 'refused' });
          }
          const placeOf = (entry: SignedEntry) => sha256Hex(`${seed} ${hashOfEntry(entry)}`);
          const shuffled = desk.entries.toSorted((one, other) =>
            placeOf(one) < placeOf(other) ? -1 : 1,
          );
          // An operator decides nothing.
          const counting = all.filter(
            ([by]) => by !== 'maker' && personNamed(by) !== personNamed(maker),
          );
          const isRefused = counting.some(([, isApproval]) => !isApproval);
          const persons = new Set(counting.map(([by]) => personNamed(by)));
          const expected = isRefused
            ? 'refused'
            : persons.size >= approvers
              ? 'approved'
              : 'waiting';
          const { folded } = desk.show(shuffled);
          expect(folded.proposals.get(hashOfEntry(proposal))?.state).toBe(expected);
          expect(folded).toEqual(desk.show(desk.entries).folded);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('names each policy that asks less than the one whose place it took', () => {
  const desk = createDeskTeam();
  const first = desk.write('owner', policyOf(2));
  const loose = desk.write('firstToo', { ...policyOf(1), supersedes: [hashOfEntry(first)] });
  desk.write('owner', { ...policyOf(3), supersedes: [hashOfEntry(loose)] });
  const { loosened } = desk.show(desk.entries).folded;
  expect(loosened.map(({ hash }) => hash)).toEqual([hashOfEntry(loose)]);
});
