/** A pause that something can end early. */
export interface Wake {
  /** Ends the pause that is under way, if its reason holds. */
  ring(): void;
  /**
   * Resolves after `ms` (null: never by itself), when `signal` aborts, or as soon as `isUrgent` holds
   * at the start or at a ring.
   */
  pause(ms: number | null, isUrgent: () => boolean, signal: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  let check: () => void = () => undefined;
  return {
    ring: () => check(),
    pause: (ms, isUrgent, signal) =>
      new Promise((resolve) => {
        const done = () => {
          if (timer !== null) clearTimeout(timer);
          signal.removeEventListener('abort', done);
          check = () => undefined;
          resolve();
        };
        const timer = ms === null ? null : setTimeout(done, ms);
        signal.addEventListener('abort', done, { once: true });
        check = () => {
          if (signal.aborted || isUrgent()) done();
        };
        check();
      }),
  };
}
