/** Whether a computer that joins now comes to the next change of this one: after a restore the database may lack what leads there. */
import { createJudge, type JudgeStore, type Waiting } from '../../../team-log/judge.ts';
import type { Membership } from '../../../team-log/membership.ts';
import { createMemoryStore } from '../../../team-log/memory-store.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { batch, readPages } from './pages.ts';

export interface JoinableParts {
  readonly log: Pick<TeamLog, 'read' | 'readAuthor' | 'headsOf'>;
  readonly teamStream: string;
  /** This computer's public key. */
  readonly own: string;
  /** What this computer took. */
  readonly store: Pick<JudgeStore, 'head'>;
  readonly membership: Membership;
}

/** Reads the team's stream as a new computer does. Rejects with RangeError where that is not enough. */
export async function requireJoinable(parts: JoinableParts): Promise<void> {
  const { log, teamStream, own, store, membership } = parts;
  const shown = createMemoryStore();
  const judge = createJudge(membership.team, shown);
  for await (const { entries } of readPages(log, teamStream, null))
    for (const entry of entries) judge.judge(entry, teamStream);
  const sequenceOf = (author: string): number => shown.head(teamStream, author)?.sequence ?? 0;
  const isFurther = async ({ author, after }: Waiting): Promise<boolean> => {
    for (let from = after, before = -1; from > before; from = sequenceOf(author)) {
      for (const entry of await log.readAuthor(teamStream, author, from, batch))
        judge.judge(entry, teamStream);
      before = from;
    }
    return sequenceOf(author) > after;
  };
  // What is taken of one author may let in what waits of another.
  for (let isMore = true; isMore; ) {
    isMore = false;
    const { waiting } = judge.compare(teamStream, await log.headsOf(teamStream));
    for (const one of waiting) if (await isFurther(one)) isMore = true;
  }
  const { counted } = judge.membership();
  const hasAll = [...membership.counted].every((hash) => counted.has(hash));
  if (!hasAll || shown.head(teamStream, own)?.hash !== store.head(teamStream, own)?.hash)
    throw new RangeError(notJoinable);
}

const notJoinable =
  'The team’s database lacks earlier changes of the team, so a computer that joins now would not see that it is admitted. Nothing was changed. Have whoever runs the database bring them back. If they are lost for good, leave the team, then select “Recover team…” and enter the words of its recovery key.';
