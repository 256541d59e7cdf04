/** Long work in short slices, between which main answers others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';

/** How long main is kept busy at a time, in milliseconds. */
const SLICE_MS = 10;

/** Resolves to what the steps return. Rejects with the signal's reason when it is aborted. */
export async function inSteps<Result>(
  steps: Generator<undefined, Result>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result> {
  let until = clock.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      signal.throwIfAborted();
      return value;
    }
    if (clock.now() < until) continue;
    await nextTurn();
    signal.throwIfAborted();
    until = clock.now() + SLICE_MS;
  }
}

/** Does `each` for every item, in order. Rejects with the signal's reason when it is aborted. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  clock: Clock,
  signal: AbortSignal,
  each: (item: Item) => void,
): Promise<void> {
  function* steps(): Generator<undefined, void> {
    for (const item of items) {
      each(item);
      yield;
    }
  }
  await inSteps(steps(), clock, signal);
}

/** The items, so many at a time. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
