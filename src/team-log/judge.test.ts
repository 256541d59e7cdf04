/** What is taken of what a database shows, and what is named instead. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom as random } from '../platform/random.ts';
import { createChain } from './chain.ts';
import { headOfEntry, type SignedEntry } from './entry.ts';
import { createEpochs } from './epochs.ts';
import { createJudge } from './judge.ts';
import { createMemoryStore } from './memory-store.ts';
import { type Problem, problemId } from './problems.ts';
import { Unopenable } from './sealing.ts';
import { apart, story } from './testing/judged.ts';
import { follow, hashesOf, showing } from './testing/shown.ts';
import { at, createSigner, createTeam, randomStream } from './testing/team.ts';

describe('entries', () => {
  it('are taken once, in the order of each author, and opened by members alone', () => {
    const { entries, facts, kinds, owner, operator, relay, membership } = story();
    expect(kinds(...entries, ...facts, ...facts)).toEqual([
      ...[...entries, ...facts].map(() => 'taken'),
      ...facts.map(() => 'known'),
    ]);
    for (const member of [owner, operator]) {
      const epochs = createEpochs(member, membership());
      expect(facts.map((entry) => Buffer.from(epochs.open(entry)).toString())).toEqual(
        ['one', 'two', 'three', 'four'].flatMap((text) => [text, `${text} too`]),
      );
      expect(
        [...membership().members.values()].map(({ signing, name }) =>
          epochs.openName(signing, name),
        ),
      ).toEqual(['Ada', 'operator', 'reviewer', 'relay']);
    }
    for (const other of [relay, createSigner()]) {
      const epochs = createEpochs(other, membership());
      for (const entry of facts) expect(() => epochs.open(entry)).toThrow(Unopenable);
    }
  });

  it('that are missing are named, and later ones wait until they come', () => {
    const { entries, facts, kinds, judge, stream, operator } = story();
    kinds(...entries);
    const [first, , second, , third] = facts as [SignedEntry, ...SignedEntry[]];
    const gap = judge.judge(third as SignedEntry, stream);
    expect(gap).toMatchObject({
      problem: { kind: 'gap', author: operator.publicKey, sequence: 1, until: 2 },
    });
    const { problem } = gap as { problem: Problem };
    expect(problem.sentence).toContain('entries 1 to 2');
    expect(judge.isResolved(problem)).toBe(false);
    expect(kinds(first, second as SignedEntry, third as SignedEntry)).toEqual(
      Array(3).fill('taken'),
    );
    expect(judge.isResolved(problem)).toBe(true);
  });

  it.each([
    'signature',
    'payload',
    'at',
    'previous',
    'author',
    'sequence',
    'epoch',
    'bytes',
    'kind',
  ])('whose %s was changed are forged', (field) => {
    const { entries, facts, kinds } = story();
    kinds(...entries);
    const [entry] = facts as [SignedEntry];
    const changed = {
      signature: 'a'.repeat(128),
      payload: 'a'.repeat(64),
      at: '2026-11-26T10:00:00.001Z',
      previous: 'a'.repeat(64),
      author: createSigner().publicKey,
      sequence: 2,
      epoch: 2,
      bytes: Buffer.concat([entry.bytes, Buffer.of(0)]),
      kind: 'heads' as const,
    };
    const value = changed[field as keyof typeof changed];
    expect(kinds({ ...entry, [field]: value })).toEqual(['forged']);
  });

  it('of another stream, team or purpose are elsewhere', () => {
    const { entries, facts, kinds, judge, team, operator, owner, stream } = story();
    kinds(...entries);
    expect(judge.judge(facts[0] as SignedEntry, randomStream())).toMatchObject({
      problem: { kind: 'elsewhere' },
    });
    const other = createTeam();
    expect(
      kinds(
        apart(other.team, operator, stream, []).next({
          kind: 'facts',
          epoch: { number: 1, publicKey: other.owner.sealingKey },
          content: Buffer.from('x'),
          at,
        }),
      ),
    ).toEqual(['elsewhere']);
    // Facts in clear, and members in the stream of a profile.
    const content = Buffer.from('x');
    expect(
      kinds(
        apart(team, operator, stream, []).next({ kind: 'facts', epoch: null, content, at }),
        apart(team, owner, stream, []).next({ kind: 'membership', epoch: null, content, at }),
      ),
    ).toEqual(['elsewhere', 'elsewhere']);
  });

  it('of a stranger, or that its author may not write, are not taken', () => {
    const { entries, kinds, team, relay, reviewer, stream, membership, own, operator } = story();
    kinds(...entries);
    const epoch = membership().epochs.at(-1) ?? null;
    const content = Buffer.from('x');
    const facts = { kind: 'facts', epoch, content, at } as const;
    expect(
      kinds(
        apart(team, createSigner(), stream, []).next(facts),
        apart(team, relay, stream, []).next(facts),
        apart(team, reviewer, stream, []).next({ ...facts, kind: 'webhook' }),
        apart(team, reviewer, stream, []).next({ ...facts, kind: 'deliveries' }),
        apart(team, operator, own, []).next({ ...facts, kind: 'stream' }),
        apart(team, operator, own, []).next({ kind: 'paths', epoch: null, content, at }),
        apart(team, relay, stream, []).next({ ...facts, kind: 'deliveries' }),
      ),
    ).toEqual([...Array(5).fill('stranger'), 'taken', 'taken']);
  });

  it('of a kind that a later version writes are named, and what follows them does not wait', () => {
    const { entries, kinds, team, operator, relay, stream, membership } = story();
    kinds(...entries);
    const epoch = membership().epochs.at(-1) ?? null;
    const chain = apart(team, operator, stream, []);
    const content = Buffer.from('x');
    const later = chain.next({ kind: 'approvals' as 'facts', epoch, content, at });
    expect(kinds(later, chain.next({ kind: 'facts', epoch, content, at }))).toEqual([
      'unreadable',
      'taken',
    ]);
    const byRelay = apart(team, relay, stream, []);
    expect(kinds(byRelay.next({ kind: 'approvals' as 'facts', epoch, content, at }))).toEqual([
      'stranger',
    ]);
  });

  it('an author’s forked chain is named, also where only another computer saw the other end', () => {
    const { entries, facts, kinds, judge, team, operator, stream, membership } = story();
    kinds(...entries, ...facts);
    const epoch = membership().epochs.at(-1) ?? null;
    const content = Buffer.from('another');
    const own = facts.filter(({ author }) => author === operator.publicKey);
    const again = apart(team, operator, stream, own.slice(0, -1)).next({
      kind: 'facts',
      epoch,
      content,
      at,
    });
    expect(kinds(again)).toEqual(['fork']);
    const last = { sequence: own.length, hash: 'a'.repeat(64) };
    const after = createChain({ signing: operator, team, stream, head: last, random });
    expect(kinds(after.next({ kind: 'facts', epoch, content, at }))).toEqual(['fork']);
    expect(judge.hear(stream, { [operator.publicKey]: headOfEntry(again) })).toMatchObject([
      { kind: 'fork', sequence: again.sequence },
    ]);
    expect(
      judge.compare(stream, { [operator.publicKey]: headOfEntry(again) }).problems,
    ).toMatchObject([{ kind: 'fork' }, { kind: 'rolled back' }]);
  });

  it('that the database no longer has, or that another computer had, are named', () => {
    const { entries, facts, kinds, judge, operator, reviewer, stream } = story();
    kinds(...entries, ...facts.slice(0, 4));
    const [one, , , , three, other] = facts as SignedEntry[];
    expect(
      judge.compare(stream, { [operator.publicKey]: headOfEntry(one as SignedEntry) }),
    ).toMatchObject({
      problems: [
        { kind: 'rolled back', author: operator.publicKey, sequence: 2, until: 2 },
        { kind: 'rolled back', author: reviewer.publicKey, sequence: 1, until: 2 },
      ],
      waiting: [],
    });
    const [problem] = judge.hear(stream, {
      [operator.publicKey]: headOfEntry(three as SignedEntry),
    });
    expect(problem).toMatchObject({ kind: 'rolled back', sequence: 3, until: 3 });
    expect(problemId(problem as Problem)).toBe(`rolled back:${stream}:${operator.publicKey}:3`);
    kinds(three as SignedEntry, other as SignedEntry);
    expect(judge.isResolved(problem as Problem)).toBe(true);
  });
});

it('the same comes of any order and any repetition, on every computer', () => {
  const { entries, facts, operator, remove, fact, add, stream, reviewer, team, owner } = story();
  remove(operator, { [stream]: headOfEntry(facts[2] as SignedEntry) });
  const late = add('operator');
  const second = randomStream();
  const written = [
    ...facts,
    ...['a', 'b', 'c'].flatMap((text) => [fact(late, stream, text), fact(owner, second, text)]),
    fact(reviewer, second, 'd'),
  ];
  const everything = [...entries, ...written];
  const counting = (shown: readonly SignedEntry[]) => {
    const judge = createJudge(team, createMemoryStore());
    const { taken } = follow(judge, showing(shown));
    // What was taken before a removal was known is named, and so told apart.
    const late = judge.standing();
    const isLate = (entry: SignedEntry) =>
      late.some(
        ({ stream: of, author, sequence }) =>
          entry.stream === of && entry.author === author && entry.sequence >= sequence,
      );
    const withdrawn = new Set(hashesOf(everything.filter(isLate)));
    return taken.filter((hash) => !withdrawn.has(hash)).sort();
  };
  const expected = counting(everything);
  expect(expected).toHaveLength(everything.length - 2);
  const numbers = [...everything, ...everything].map((_entry, position) => position);
  fc.assert(
    fc.property(fc.shuffledSubarray(numbers, { minLength: numbers.length }), (order) => {
      const shown = order.flatMap((number) => everything[number % everything.length] ?? []);
      expect(counting(shown)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
