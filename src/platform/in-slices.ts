/** Work in steps, done in short slices between which main answers others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** How long main is kept busy at a time, in milliseconds. */
const SLICE_MS = 8;

/** What the steps come to. Rejects with the signal's reason when it is aborted between two slices. */
export async function inSlices<Result>(
  steps: Generator<undefined, Result>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result> {
  let until = clock.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (clock.now() < until) continue;
    await nextTurn();
    signal?.throwIfAborted();
    until = clock.now() + SLICE_MS;
  }
}
