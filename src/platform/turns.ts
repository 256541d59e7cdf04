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
