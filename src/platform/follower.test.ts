import { expect, it } from 'vitest';
import { createFollower } from './follower.ts';
import { nextTurn } from './slices.ts';

const setUp = () => {
  const state = { there: 0, stands: 0, fails: false };
  const follower = createFollower(() => {
    if (state.fails) throw new Error('disk full');
    if (state.stands < state.there) state.stands += 1;
    return state.stands < state.there;
  });
  return { state, follower };
};

it('catches up with what was there at the call, also while a round is under way', async () => {
  const { state, follower } = setUp();
  state.there = 3;
  const first = follower.catchUp();
  await nextTurn();
  state.there = 5;
  await follower.catchUp();
  expect(state.stands).toBe(5);
  await first;
});

it('joins calls while one waits to begin', () => {
  const { follower } = setUp();
  expect(follower.catchUp()).toBe(follower.catchUp());
});

it('tells a failure to whoever asked, and follows again', async () => {
  const { state, follower } = setUp();
  state.there = 2;
  state.fails = true;
  await expect(follower.catchUp()).rejects.toThrow('disk full');
  state.fails = false;
  await follower.catchUp();
  expect(state.stands).toBe(2);
});

it('follows nothing while other work has its turn, but in that work', async () => {
  const { state, follower } = setUp();
  const held = Promise.withResolvers<void>();
  const stood: number[] = [];
  const work = follower.inTurn(async () => {
    await held.promise;
    stood.push(state.stands);
    await follower.goOn(() => stood.push(state.stands));
  });
  state.there = 2;
  const caughtUp = follower.catchUp();
  await nextTurn();
  expect(state.stands).toBe(0);
  held.resolve();
  await Promise.all([work, caughtUp]);
  expect(stood).toEqual([0, 1, 2]);
});

it('ends after the step under way', async () => {
  const { state, follower } = setUp();
  state.there = 1_000;
  const caughtUp = follower.catchUp();
  await nextTurn();
  await follower.close();
  await caughtUp;
  expect(state.stands).toBeLessThan(1_000);
  const stands = state.stands;
  await follower.catchUp();
  expect(state.stands).toBe(stands);
});
