/** Follows a growing source from its cursor on: one round at a time, in the background. */
import { whileMore } from './slices.ts';
import { createTurns, type InTurn } from './turns.ts';

export interface Follower {
  /** Resolves when everything present at the call is processed. Calls while one waits join it. */
  catchUp(): Promise<void>;
  /** Runs work while nothing is followed; one after another, in call order. */
  readonly inTurn: InTurn;
  /** Catches up inside such work. */
  goOn(afterStep?: () => void): Promise<void>;
  /** Ends after the step under way. Idempotent. */
  close(): Promise<void>;
}

/** `step` runs for a few milliseconds and stores its cursor; false when nothing is left. */
export function createFollower(step: () => boolean): Follower {
  const closed = new AbortController();
  let wanted: Promise<void> | null = null;

  const inTurn = createTurns();
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
      await inTurn(() => undefined);
    },
  };
}
