export interface Later {
  /** Calls in so many milliseconds, unless a call is to come already. */
  within(ms: number): void;
  /** Calls no more. */
  stop(): void;
}

/** A call that comes later, once however often it was asked for until then. It keeps no process alive. */
export function createLater(call: () => void): Later {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  return {
    within(ms) {
      if (isStopped || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        call();
      }, ms);
      timer.unref();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
