/** Runs work one after another, in call order. A failure reaches its caller, and the next one runs. */
export type InTurn = <Result>(work: () => Promise<Result> | Result) => Promise<Result>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs works of which some share a key one after another, and the others beside them. */
export function createKeyedTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const next = Promise.allSettled(keys.map((key) => last.get(key))).then(work);
    for (const key of keys) last.set(key, next);
    try {
      return await next;
    } finally {
      for (const key of keys) if (last.get(key) === next) last.delete(key);
    }
  };
}
