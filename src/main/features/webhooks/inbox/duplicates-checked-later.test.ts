import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
  receivedAt,
  slotPath,
} from '../testing/deliveries.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
beforeEach(async () => {
  test = await openTestInbox();
});
afterEach(() => test.remove());

const body = eventBody('event_1');
const held = (at = receivedAt) => delivery(body, { known: 'locked', at });
const genuine = delivery(body);

const judge = (...arrivals: readonly number[]) =>
  test.inbox.appendVerdicts(
    arrivals.map((arrival) => ({ arrival, verdict: genuine.verdict })),
    receivedAt + 100,
  );
const stored = () => test.inbox.deliveries({ profileId, limit: 10 });
const expectOne = (arrival: number, repeats: number, lastRepeatAt: number) => {
  expect(stored()).toMatchObject([{ arrival, keeping: 'kept', repeats, lastRepeatAt }]);
  expect(test.inbox.genuineCount(profileId)).toBe(1);
  expect(test.inbox.genuineAfter(profileId, 0, 10).map((one) => one.arrival)).toEqual([arrival]);
  expect(test.inbox.counts(slotPath)).toMatchObject({ repeats, held: 0, quarantined: 0 });
};

describe('an exact repeat that was held', () => {
  it('is counted and goes when it is judged, where the first was held too', async () => {
    await test.inbox.append([held(), held(receivedAt + 1), held(receivedAt + 2)]);
    await judge(1, 2);
    await judge(3);
    expectOne(1, 2, receivedAt + 2);
    expect(test.inbox.content(2, test.keys.privateKey)).toBeNull();
    expect(test.inbox.verdicts(2)).toEqual([]);
  });

  it('is counted and goes where the first was kept at once, after a restart too', async () => {
    await test.inbox.append([genuine]);
    await test.inbox.append([held(receivedAt + 1), held(receivedAt + 2), held(receivedAt + 3)]);
    await judge(2, 3);
    await test.reopen();
    await judge(4);
    expectOne(1, 3, receivedAt + 3);
  });

  it('frees the room that it took in the hold, and its number is not used again', async () => {
    await test.inbox.append([genuine, held()]);
    await judge(2);
    await test.reopen();
    await test.inbox.append([delivery(eventBody('event_2'))]);
    expect(stored().map(({ arrival }) => arrival)).toEqual([3, 1]);
  });

  it('is told to who listens', async () => {
    await test.inbox.append([genuine, held()]);
    const told: (readonly string[])[] = [];
    test.inbox.onChange((paths) => told.push(paths));
    await judge(2);
    expect(told).toEqual([[slotPath]]);
  });
});

describe('an exact repeat of what was judged later', () => {
  it('is counted, after a restart too', async () => {
    await test.inbox.append([held()]);
    await judge(1);
    expect(await test.inbox.append([delivery(body, { at: receivedAt + 7 })])).toEqual(['repeat']);
    await test.reopen();
    expect(await test.inbox.append([delivery(body, { at: receivedAt + 8 })])).toEqual(['repeat']);
    expectOne(1, 2, receivedAt + 8);
  });

  it('is counted where it was held, after a restart', async () => {
    await test.inbox.append([held(), held(receivedAt + 1)]);
    await judge(1);
    await test.reopen();
    await judge(2);
    expectOne(1, 1, receivedAt + 1);
  });

  it('is none where the delivery was refused, and is kept', async () => {
    const stranger = delivery(body, { signedWith: 'secret_stranger' });
    await test.inbox.append([held()]);
    await test.inbox.appendVerdicts([{ arrival: 1, verdict: stranger.verdict }], receivedAt);
    expect(await test.inbox.append([genuine])).toEqual(['kept']);
  });
});
