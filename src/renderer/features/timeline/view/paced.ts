/**
 * Calls at once after a silence, and while calls come faster than the pace, the last of them when its
 * turn is: a key that is held down would have the list read thirty times a second.
 */
export interface Paced<Value> {
  call(value: Value): void;
  /** What still waits is never called. */
  stop(): void;
}

/** @param pace milliseconds between two calls, at least */
export function createPaced<Value>(call: (value: Value) => void, pace: number): Paced<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | null = null;
  const turn = (): void => {
    const next = waiting;
    waiting = null;
    timer = next === null ? undefined : setTimeout(turn, pace);
    if (next !== null) call(next.value);
  };
  return {
    call(value) {
      waiting = { value };
      if (timer === undefined) turn();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
    },
  };
}
