/** Long work in short slices, between which main serves other calls. */
import type { Clock } from './clock.ts';

/** How long main is kept busy at a time, in milliseconds. */
const SLICE_MS = 8;

/** Those that wait for their turn, in order. */
const waiting: (() => void)[] = [];

/** One a turn: slices of several works that follow each other in one turn are one long slice to others. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** Lets others have their turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((done) => {
    waiting.push(done);
    if (waiting.length === 1) setImmediate(giveTurn);
  });

/**
 * The result of the steps. Rejects with the signal's reason when aborted before a slice. Each slice has a
 * turn of its own, the first too: short works one after another would be a long one otherwise.
 */
export async function inSlices<Result>(
  steps: Generator<undefined, Result>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    await nextTurn();
    signal?.throwIfAborted();
    const until = clock.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (clock.now() < until);
  }
}

/** For work whose steps wait themselves: each call gives others their turn where a slice's time is over. */
export function betweenSteps(now: () => number = () => performance.now()): () => Promise<void> {
  let until = now() + SLICE_MS;
  return async () => {
    if (now() < until) return;
    await nextTurn();
    until = now() + SLICE_MS;
  };
}

/** Steps that do `each` for every item, in order. */
export function* forEach<Item>(
  items: Iterable<Item>,
  each: (item: Item) => void,
): Generator<undefined, void> {
  for (const item of items) {
    each(item);
    yield;
  }
}

/** Calls `step`, itself a slice, until nothing is left or the signal is aborted. */
export async function whileMore(step: () => boolean, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && step()) await nextTurn();
}

/** The items in chunks. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
