/**
 * Where authors' chains stand, here and elsewhere: compared with what the database has, and said to the others, so
 * that a database which shows each something else, or less than before, is found out.
 */
import { type Clock, createPeriod } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Judge, Waiting } from '../../../team-log/judge.ts';
import { type Problem, problemId } from '../../../team-log/problems.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { TeamJudgeStore } from './judge-store.ts';
import type { OwnEntries } from './own-entries.ts';
import type { TeamState } from './team-state.ts';

export interface HeadsParts extends Pick<OwnEntries, 'write' | 'send'> {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly store: TeamJudgeStore;
  readonly judge: () => Judge;
  readonly log: Pick<TeamLog, 'headsOf' | 'readAuthor'>;
  readonly clock: Clock;
  /** The team's own first. */
  readonly streams: readonly [string, string];
  /** This computer's public key. */
  readonly own: string;
  readonly isMember: () => boolean;
  /** Between two comparisons, and two tellings, in milliseconds. */
  readonly everyMs: () => number;
  readonly tell: (problems: readonly Problem[]) => void;
  /** Reads the next entries of an author after this sequence, and takes those that can be. */
  readonly takeAfter: (stream: string, author: string, after: number) => Promise<void>;
}

const oneEntry = { entries: 1, bytes: 1 };

export function createHeads(parts: HeadsParts) {
  const { sqlite, state, store, judge, log, clock, streams, own, everyMs, tell } = parts;
  const compared = createPeriod(clock);
  const said = createPeriod(clock);
  /** Who wrote more than what it has, by stream, since this computer said so last; what it writes says where it stands. */
  const news = new Map(streams.map((streamId) => [streamId, new Set<string>()]));

  const newsOf = (streamId: string) =>
    Object.entries(store.heads(streamId)).filter(
      ([author]) => author !== own && news.get(streamId)?.has(author),
    );

  async function isShown({ kind, stream, author, sequence, until }: Problem): Promise<boolean> {
    if (kind !== 'rolled back') return true;
    for (const one of [sequence, until]) {
      const [entry] = await log.readAuthor(stream, author, one - 1, oneEntry);
      if (entry?.sequence !== one) return false;
    }
    return true;
  }

  /** @param missing the IDs of what was found in this round; that stays open */
  async function resolveUnless(missing: ReadonlySet<string>): Promise<void> {
    for (const problem of state.problems()) {
      // What the database lacks and is here is no less missing there, also once its author wrote later ones.
      const isHere = !missing.has(problemId(problem)) && judge().isResolved(problem);
      if (isHere && (await isShown(problem)))
        sqlite.transaction(() => void state.resolve(problem.number));
    }
  }

  /** Until nothing more of the author can be taken. */
  async function readWaiting(streamId: string, { author, after }: Waiting): Promise<void> {
    let from = after;
    let before = -1;
    while (from > before) {
      await parts.takeAfter(streamId, author, from);
      before = from;
      from = store.head(streamId, author)?.sequence ?? 0;
    }
  }

  return {
    wrote: (streamId: string, authors: Iterable<string>): void => {
      for (const author of authors) news.get(streamId)?.add(author);
    },
    /** What waited may be let in by a change of members. */
    membersChanged(): void {
      if (state.hasProblems()) compared.end();
      else sqlite.transaction(() => tell(judge().standing()));
    },
    compareSoon: (): void => compared.end(),
    /** Whether the database has all that this computer and others had. */
    async compare(): Promise<void> {
      if (!compared.isDue(everyMs())) return;
      compared.begin();
      const missing = new Set<string>();
      for (const streamId of streams) {
        const { problems, waiting } = judge().compare(streamId, await log.headsOf(streamId));
        sqlite.transaction(() => tell(problems));
        // Whoever reads that database from now on has to learn of all.
        if (problems.length > 0) this.wrote(streamId, Object.keys(store.heads(streamId)));
        for (const problem of problems) missing.add(problemId(problem));
        for (const one of waiting) await readWaiting(streamId, one);
      }
      sqlite.transaction(() => tell(judge().standing()));
      await resolveUnless(missing);
    },
    /** What this computer has, for others to compare. @param afterMs since it was said last */
    async say(afterMs = everyMs()): Promise<void> {
      // Asked after each round: heads of all are read where they are due alone.
      if (!parts.isMember() || !said.isDue(afterMs)) return;
      const all = streams
        .map((streamId) => ({ streamId, heads: newsOf(streamId) }))
        .filter(({ heads }) => heads.length > 0);
      if (all.length === 0) return;
      // What comes after a claim, or a change of the team, that is not settled yet would have to be taken back with it.
      if (state.hasClaim() || state.lastOf(streams[0], own) !== null) return;
      said.begin();
      sqlite.transaction(() => {
        for (const { streamId, heads } of all) {
          const content = JSON.stringify({ version: 1, heads: Object.fromEntries(heads) });
          parts.write(streamId, { kind: 'heads', content: Buffer.from(content) });
        }
      });
      for (const authors of news.values()) authors.clear();
      await parts.send();
    },
  };
}
