import { expect, it } from 'vitest';
import { betweenSteps, forEach, inParts, inSlices, nextTurn, whileMore } from './slices.ts';

/** Each look at it is 3 ms after the one before. */
const ticking = () => {
  let now = 0;
  return {
    now: () => {
      now += 3;
      return now;
    },
  };
};

/** How often others had their turn until then. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    await nextTurn();
  }
  await done;
  return turns;
}

it('does every step in order, and lets others have their turn between slices', async () => {
  const seen: number[] = [];
  const steps = forEach([1, 2, 3, 4, 5, 6, 7, 8, 9], (item) => seen.push(item));
  expect(await turnsDuring(inSlices(steps, ticking()))).toBeGreaterThanOrEqual(3);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('lets others have their turn between steps that wait themselves, once a slice’s time is over', async () => {
  let now = 0;
  const giveTurn = betweenSteps(() => now);
  const steps = async (took: number) => {
    for (let step = 0; step < 9; step += 1) {
      now += took;
      await giveTurn();
    }
  };
  const short = await turnsDuring(steps(0.1));
  expect(await turnsDuring(steps(3))).toBeGreaterThanOrEqual(short + 2);
});

it('gives several works a turn each, so that none makes another one’s slice longer', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const at: number[] = [];
  const work = async () => {
    await nextTurn();
    at.push(turns);
  };
  await Promise.all([work(), work(), work()]);
  isOver = true;
  expect(new Set(at).size).toBe(3);
});

it('comes to what the steps return', async () => {
  function* steps(): Generator<undefined, string> {
    yield;
    return 'done';
  }
  await expect(inSlices(steps(), ticking())).resolves.toBe('done');
});

it('ends before the next slice with the reason of the signal', async () => {
  const ended = new AbortController();
  const seen: number[] = [];
  const steps = forEach([1, 2, 3, 4, 5, 6, 7, 8, 9], (item) => seen.push(item));
  const work = inSlices(steps, ticking(), ended.signal);
  ended.abort(new Error('not wanted any more'));
  await expect(work).rejects.toThrow('not wanted any more');
  expect(seen.length).toBeLessThan(9);
  await expect(inSlices(forEach([1], fail), ticking(), ended.signal)).rejects.toThrow('not wanted');
});

const fail = () => {
  throw new Error('a step was done');
};

it('repeats a slice while more is left and nobody ends it', async () => {
  let left = 3;
  const step = () => {
    left -= 1;
    return left > 0;
  };
  expect(await turnsDuring(whileMore(step))).toBeGreaterThanOrEqual(2);
  expect(left).toBe(0);
  await whileMore(fail, AbortSignal.abort());
});

it('parts items, the last ones too', () => {
  expect([...inParts([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
});
