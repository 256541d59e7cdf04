/** For tests: a team, what it wrote, and what a computer makes of it. */
import { systemRandom as random } from '../../platform/random.ts';
import { createChain } from '../chain.ts';
import { headOfEntry, type SignedEntry, type TeamSigning } from '../entry.ts';
import { createJudge } from '../judge.ts';
import { createMemoryStore } from '../memory-store.ts';
import { createTeam, randomStream } from './team.ts';

/** A team of four with facts of two of them; `facts` are in the order in which they were written. */
export function story() {
  const made = createTeam();
  const operator = made.add('operator');
  const reviewer = made.add('reviewer');
  const relay = made.add('relay');
  const stream = randomStream();
  const facts = ['one', 'two', 'three', 'four'].flatMap((text) => [
    made.fact(operator, stream, text),
    made.fact(reviewer, stream, `${text} too`),
  ]);
  const judge = createJudge(made.team, createMemoryStore());
  const kinds = (...entries: readonly SignedEntry[]) =>
    entries.map((entry) => {
      const verdict = judge.judge(entry, entry.stream);
      return verdict.is === 'problem' ? verdict.problem.kind : verdict.is;
    });
  return { ...made, operator, reviewer, relay, stream, facts, judge, kinds };
}

/** A chain of the author's own, apart from the log: what a dishonest member could sign. */
export const apart = (
  team: string,
  signing: TeamSigning,
  stream: string,
  before: readonly SignedEntry[],
) => createChain({ signing, team, stream, head: before.map(headOfEntry).at(-1) ?? null, random });
