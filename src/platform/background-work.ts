/** Work that is asked for: one round at a time, for all who asked before it began, and again where it failed. */
import { createRetry, type Waits } from './back-off.ts';
import { createTurns } from './turns.ts';

export interface BackgroundWork {
  /** A round begins when the transaction that runs now has ended. */
  ask(): void;
  /** Ends after the round under way. */
  close(): Promise<void>;
}

/** `onFailure` is told of each round that fails; it is tried again after ever longer waits. */
export function createBackgroundWork(
  round: () => Promise<void>,
  { waits, onFailure }: { readonly waits: Waits; readonly onFailure: (error: unknown) => void },
): BackgroundWork {
  const inTurn = createTurns();
  let isAsked = false;
  let isClosed = false;

  const oneRound = async (): Promise<void> => {
    isAsked = false;
    if (isClosed) return;
    try {
      await round();
      retry.succeeded();
    } catch (error) {
      if (isClosed) return;
      onFailure(error);
      retry.failed();
    }
  };
  const ask = (): void => {
    if (isAsked || isClosed) return;
    isAsked = true;
    setImmediate(() => void inTurn(oneRound));
  };
  const retry = createRetry(ask, waits);

  return {
    ask,
    async close() {
      isClosed = true;
      retry.stop();
      await inTurn(() => undefined);
    },
  };
}
