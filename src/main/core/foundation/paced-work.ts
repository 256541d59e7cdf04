/** Work that is done again whenever something may have changed: gathered, at a pace, and every minute. */
import type { Clock } from '../../../platform/clock.ts';
import { createLater } from '../../../platform/later.ts';

/** Updates are gathered so long, and the work is begun at most so often. */
const gatheringMs = 300;
const paceMs = 3_000;
/** Time alone changes some things. */
const everyMs = 60_000;

export interface PacedWork {
  /** Something may have changed. */
  wake(): void;
  /** Resolves when it was done once more. Never rejects. */
  run(): Promise<void>;
  /** Begins nothing more; resolves when what is under way has ended. */
  close(): Promise<void>;
}

export interface PacedWorkParts {
  /** One at a time. */
  readonly work: () => Promise<void>;
  /** Not called for what fails while it is closed. */
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

/** Wakes by itself at first. */
export function createPacedWork({ work, onError, clock }: PacedWorkParts): PacedWork {
  let begunAt = Number.NEGATIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function once(): Promise<void> {
    if (isClosed) return;
    begunAt = clock.now();
    await work();
  }
  function run(): Promise<void> {
    last = last.then(once).catch((error: unknown) => {
      if (!isClosed) onError(error);
    });
    return last;
  }
  const next = createLater(() => void run());
  const wake = () => next.within(Math.max(gatheringMs, begunAt + paceMs - clock.now()));

  const always = setInterval(() => void run(), everyMs);
  always.unref();
  wake();
  return {
    wake,
    run,
    async close() {
      isClosed = true;
      next.stop();
      clearInterval(always);
      await last;
    },
  };
}
