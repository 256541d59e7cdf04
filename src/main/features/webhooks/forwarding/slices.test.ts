import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxOfSlice } from './replay.ts';
import { type ForwardTest, openForwardTest } from './testing/forward-test.ts';
import type { Forwarder } from './types.ts';

const many = 5_000;

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
  for (let arrival = 1; arrival <= many; arrival += 1) test.deliver(arrival);
});
afterEach(async () => {
  await test.close();
});

/** The most that was read between two turns of the event loop while `work` ran. */
async function maxAtOnce(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let isDone = false;
  test.reads = 0;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, test.reads);
    test.reads = 0;
    await nextTurn();
  }
  await done;
  return Math.max(most, test.reads);
}

/** To a paused target, of deliveries of which the first three alone were read so far. */
function replayOfThree(forwards: Forwarder): Promise<number> {
  const { id } = forwards.addTarget(test.target());
  forwards.pauseTarget(id, true);
  test.takenInUpTo = 3;
  return forwards.replay(id, { by: 'since', since: '2026-01-01T00:00:00.000Z' });
}

describe('with many deliveries stored', () => {
  it('a new target reads none of them', () => {
    const forwards = test.open();
    test.reads = 0;
    forwards.addTarget(test.target());
    forwards.catchUp();
    expect(test.reads).toBe(0);
    expect(forwards.targets()).toMatchObject([{ waiting: 0 }]);
  });

  it('a replay lets others run between slices', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    const selection = { by: 'since' as const, since: '2026-01-01T00:00:00.000Z' };
    const most = await maxAtOnce(() => forwards.replay(id, selection));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(maxOfSlice);
    expect(forwards.targets()).toMatchObject([{ waiting: many }]);
  });

  it('a replay waits for what is being read again', async () => {
    const forwards = test.open();
    const replaying = replayOfThree(forwards);
    await expect.poll(() => forwards.targets()[0]?.waiting).toBe(3);
    test.takenInUpTo = 0;
    await nextTurn();
    test.takenInUpTo = null;
    expect(await replaying).toBe(many);
    expect(forwards.targets()).toMatchObject([{ waiting: many }]);
  });

  it('a replay ends where what is being read again is read no further, and says what it queued', async () => {
    const forwards = test.open('inbox-1', { patienceMs: 200 });
    const replaying = replayOfThree(forwards);
    await expect(replaying).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'not-read' },
      message: expect.stringContaining('queued before that: 3.'),
    });
    expect(forwards.targets()).toMatchObject([{ waiting: 3 }]);
  });

  it('catching up lets others run between slices, and removing does', async () => {
    const forwards = test.open('another-inbox');
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    await forwards.close();
    // Another inbox: all that it holds is new.
    const next = test.open('inbox-1');
    const isQueued = () => next.targets()[0]?.waiting === many;
    const most = await maxAtOnce(async () => {
      next.catchUp();
      await test.until(isQueued);
    });
    expect(most).toBeLessThanOrEqual(maxOfSlice);

    next.removeTarget(id);
    const failed = () => next.list({ targetId: id, state: 'failed', offset: 0, limit: 1 }).total;
    expect(failed()).toBe(maxOfSlice);
    await next.close();
    // What was not given up when it closed is given up at the next start.
    const last = test.open('inbox-1');
    while (failed() < many) await nextTurn();
    expect(last.targets()).toEqual([]);
  });

  it('a replay that is cut off while it waits asks nothing of what is closed', async () => {
    const forwards = test.open();
    const replaying = replayOfThree(forwards);
    const failed = replaying.catch((error: unknown) => error);
    await expect.poll(() => forwards.targets()[0]?.waiting).toBe(3);
    await forwards.close();
    Object.defineProperty(test, 'takenInUpTo', {
      get() {
        throw new Error('The database is closed.');
      },
    });
    expect(await failed).toMatchObject({
      code: 'INVALID',
      data: { cause: 'closed' },
      message: expect.stringContaining('queued before that: 3.'),
    });
  });

  it('a replay that is cut off says what it queued', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    const replaying = forwards.replay(id, { by: 'since', since: '2026-01-01T00:00:00.000Z' });
    const told = expect(replaying).rejects.toThrow(/Deliveries queued before that: [1-9]\d{0,3}\./);
    await forwards.close();
    await told;
  });
});
