/** Follows something that grows, from where it stands: one round at a time, in the background. */
import { whileMore } from './slices.ts';

export interface Follower {
  /** Resolves when all that was there at the call is gone through. Calls while one waits are that one. */
  catchUp(): Promise<void>;
  /** Work of which nothing is followed meanwhile; one after another, in the order asked for. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Catches up inside such work. */
  goOn(afterStep?: () => void): Promise<void>;
  /** Ends after the step under way. Idempotent. */
  close(): Promise<void>;
}

/** `step` goes on for a few milliseconds and keeps where it stands; false when nothing is left. */
export function createFollower(step: () => boolean): Follower {
  const closed = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let wanted: Promise<void> | null = null;

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    // One failure is told to whoever asked, and is no reason not to follow again.
    last = next.catch(() => undefined);
    return next;
  };
  const goOn = (afterStep: () => void = () => undefined): Promise<void> =>
    whileMore(() => {
      const isMore = step();
      afterStep();
      return isMore;
    }, closed.signal);
  return {
    catchUp() {
      wanted ??= inTurn(async () => {
        wanted = null;
        await goOn();
      });
      return wanted;
    },
    inTurn,
    goOn,
    async close() {
      closed.abort();
      await last;
    },
  };
}
