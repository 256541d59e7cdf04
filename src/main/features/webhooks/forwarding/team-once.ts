/**
 * Targets of a team: before a delivery is tried, this computer holds it in the team's database, so that one of them
 * forwards it. What it holds it tries within that time, or asks again: a computer that slept meanwhile finds that
 * another one has it. Without the database it waits. As on one computer, at least once: what a computer held when it
 * died is taken over, under the same `causeway-forward`, and says that it may have been forwarded twice.
 */
import type { Clock } from '../../../../platform/clock.ts';
import type { DueForward, Queue } from './queue.ts';
import type { Target } from './targets.ts';
import type { ForwardingTeam, TeamForward, TeamHold, UsedTeam } from './types.ts';

type Held = Extract<TeamHold, { is: 'held' }> & {
  readonly until: number;
  readonly forward: TeamForward;
};

/** How long what is held stays held, far longer than one attempt, and how many are held together. */
export const usualHoldMs = 2 * 60_000;
const MOST = 100;
const AWAY_AGAIN_MS = 5_000;

export interface TeamOnceParts {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly team: () => UsedTeam;
  readonly holdMs: number;
  /** Target of the lane as it is now; null when it is gone. */
  readonly target: () => Target | null;
  /** Something is due for this lane in so long. */
  readonly sleep: (ms: number) => void;
}

/** Holds forwards of one lane in the team’s database. */
export function createTeamOnce(parts: TeamOnceParts) {
  const { queue, clock, team, holdMs, sleep } = parts;
  /** What ends sooner is asked for again: an attempt may take so long. */
  const marginMs = holdMs / 6;
  const held = new Map<string, Held>();
  /** Team in whose database `held` is held. */
  let heldBy: UsedTeam = null;

  const forwardOf = ({ url }: Target, { sameness }: DueForward): TeamForward | null =>
    sameness === null ? null : { url, sameness };

  interface Asked {
    readonly one: DueForward;
    readonly forward: TeamForward;
  }

  function take({ one: due, forward }: Asked, hold: TeamHold | undefined, askedAt: number): void {
    if (hold?.is === 'held') held.set(due.id, { ...hold, forward, until: askedAt + holdMs });
    else if (hold?.is === 'ended')
      queue.endedElsewhere(due.id, hold.outcome, sentences[hold.outcome](hold.by));
    else
      queue.postpone(due.id, clock.now() + (hold?.againInMs ?? AWAY_AGAIN_MS), sentences.elsewhere);
  }

  /** Long enough for an attempt. */
  function freshOf(known: Held | undefined): Held | null {
    const now = clock.now();
    const isLong =
      known !== undefined && now >= known.until - holdMs && now < known.until - marginMs;
    return isLong ? known : null;
  }

  async function holdSome(target: Target, due: DueForward, used: ForwardingTeam): Promise<'again'> {
    held.delete(due.id);
    const now = clock.now();
    const some = queue.nextOf(target.id, MOST).filter((forward) => forward.nextTry <= now);
    const asked = some.flatMap((one): Asked[] => {
      const forward = forwardOf(target, one);
      return forward === null ? [] : [{ one, forward }];
    });
    const holds = await used.hold(
      asked.map(({ forward }) => forward),
      holdMs,
    );
    for (const [index, one] of asked.entries()) take(one, holds[index], now);
    return 'again';
  }

  /** It is about to be tried. */
  function begin(due: DueForward, used: ForwardingTeam): Held | null {
    const fresh = freshOf(held.get(due.id));
    if (fresh === null) return null;
    held.delete(due.id);
    used.begins(fresh.forward);
    return fresh;
  }

  return {
    /** Whether it is the team's, and not asked for by a person. */
    concerns: (target: Target, due: DueForward): boolean =>
      target.isForTeam && due.sameness !== null && team() !== null,
    /** What is held of it, and long enough for an attempt; null: look again, or sleep. */
    async hold(target: Target, due: DueForward): Promise<Held | 'again' | 'asleep'> {
      const used = team();
      // What another connection held was given back when that ended.
      if (used !== heldBy) held.clear();
      heldBy = used;
      // It is told when that is known.
      if (used === 'unknown') return 'asleep';
      if (used === null) return 'again';
      try {
        await used.told();
        // It may have been removed or paused meanwhile: the lane looks again.
        if (parts.target()?.isPaused !== false) return 'again';
        return begin(due, used) ?? (await holdSome(target, due, used));
      } catch {
        queue.postpone(due.id, due.nextTry, sentences.away);
        sleep(AWAY_AGAIN_MS);
        return 'asleep';
      }
    },
    /** Nothing is tried for now. */
    giveBack(): void {
      if (heldBy !== null && heldBy !== 'unknown' && held.size > 0)
        heldBy.giveBack([...held.values()].map(({ forward }) => forward));
      held.clear();
    },
    /** In the transaction that keeps the attempt. */
    ended(target: Target, due: DueForward, end: Parameters<ForwardingTeam['ended']>[1]): void {
      held.delete(due.id);
      const used = team();
      const forward = forwardOf(target, due);
      if (used !== null && used !== 'unknown' && forward !== null) used.ended(forward, end);
    },
  };
}

const sentences = {
  delivered: (by: string) => `Forwarded by “${by}”.`,
  failed: (by: string) => `Given up by “${by}”.`,
  elsewhere: 'Another computer of the team forwards it, or it is tried again later.',
  away: 'It waits for the team’s database.',
};

/** Beside what an attempt came to that another computer may have made before it stopped. */
export const doubtfulSentence =
  'Another computer stopped while it forwarded this, so it may have been forwarded twice, under the same causeway-forward.';
