import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  delivery,
  eventBody,
  openTestInbox,
  otherPath,
  profileId,
  receivedAt,
  slotPath,
} from '../testing/deliveries.ts';
import { defaultBounds } from './bounds.ts';
import type { GroupSource } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;

const from = (sequence: number, source = 'relay'): GroupSource => ({ source, sequence });
const held = (id: string) => delivery(eventBody(id), { known: 'unknown-yet' });
const stored = () => test.inbox.deliveries({ profileId, limit: 100 }).length;

beforeEach(async () => {
  const held = { ...defaultBounds.held, slotDeliveries: 2 };
  test = await openTestInbox({ ...defaultBounds, held });
});
afterEach(() => test.remove());

it('takes the same group once, also after a restart', async () => {
  const group = [delivery(eventBody('event_1')), delivery(eventBody('event_2'))];
  const taken = await test.inbox.appendFrom(group, from(3));
  expect(taken).toEqual(['kept', 'kept']);
  await test.reopen();
  expect(await test.inbox.appendFrom(group, from(3))).toBe('known');
  expect(test.inbox.counts(slotPath)).toMatchObject({ repeats: 0, verdicts: { genuine: 2 } });
});

it('counts what two sources bring as one delivery and its repeat', async () => {
  await test.inbox.appendFrom([delivery(eventBody('event_1'))], from(1));
  const later = delivery(eventBody('event_1'), { at: receivedAt + 1 });
  expect(await test.inbox.appendFrom([later], from(1, 'other'))).toEqual(['repeat']);
  expect(stored()).toBe(1);
  expect(test.inbox.counts(slotPath).repeats).toBe(1);
  // As its computer tells it again after it came back with another key.
  const toldAgain = await test.inbox.appendFrom([delivery(eventBody('event_1'))], from(1, 'new'));
  expect(toldAgain).toEqual(['repeat']);
  expect(test.inbox.counts(slotPath)).toMatchObject({ repeats: 1, verdicts: { genuine: 2 } });
});

it('takes what is told again for the same in one group too, and where it is judged later', async () => {
  const one = delivery(eventBody('event_1'));
  const waiting = delivery(eventBody('event_2'), { known: 'locked' });
  expect(await test.inbox.appendFrom([one, one, waiting, waiting], from(1))).toEqual([
    'kept',
    'repeat',
    'held',
    'held',
  ]);
  const { verdict } = delivery(eventBody('event_2'));
  await test.inbox.appendVerdicts(
    [2, 3].map((arrival) => ({ arrival, verdict })),
    receivedAt + 9,
  );
  expect(stored()).toBe(2);
  expect(test.inbox.counts(slotPath)).toMatchObject({
    repeats: 0,
    held: 0,
    verdicts: { genuine: 1 },
  });
});

it('holds what matches no secret, as it was acknowledged, as far as there is room', async () => {
  const wrong = (name: string) => delivery(eventBody(name), { signedWith: 'secret_stranger' });
  const taken = await test.inbox.appendFrom(['event_1', 'event_2', 'event_3'].map(wrong), from(1));
  expect(taken).toEqual(['held', 'held', 'quarantined']);
});

it('stores nothing of a group that can’t be held whole, and takes it when it can', async () => {
  await test.inbox.appendFrom([held('event_1')], from(1));
  const group = [delivery(eventBody('event_2')), held('event_3'), held('event_4')];
  expect(await test.inbox.appendFrom(group, from(2))).toBe('no-room');
  expect(stored()).toBe(1);
  const now = ['event_2', 'event_3', 'event_4'].map((id) => delivery(eventBody(id)));
  expect(await test.inbox.appendFrom(now, from(2))).toEqual(['kept', 'kept', 'kept']);
  // The numbers and bounds of what was undone are as before it.
  expect(await test.inbox.appendFrom([held('event_5')], from(3))).toEqual(['held']);
  expect(await test.inbox.appendFrom([held('event_6')], from(4))).toBe('no-room');
  expect(stored()).toBe(5);
});

it('knows what a backup brought, once more after a restart, and when something last came all the same', async () => {
  await test.inbox.append([delivery(eventBody('event_1'))]);
  const before = (id: string) => delivery(eventBody(id), { at: 1000 });
  expect(await test.inbox.appendFrom([before('event_2'), before('event_3')], 'backup')).toEqual([
    'kept',
    'kept',
  ]);
  // Nothing of it is new.
  expect(await test.inbox.appendFrom([before('event_2')], 'backup')).toEqual(['repeat']);
  await test.inbox.append([delivery(eventBody('event_4'), { path: otherPath })]);
  await test.reopen();
  expect([1, 2, 3, 4].map(test.inbox.isFromBackup)).toEqual([false, true, true, false]);
  expect(test.inbox.counts(slotPath).lastReceivedAt).toBe(receivedAt);
  expect(test.inbox.counts(slotPath).verdicts).toMatchObject({ genuine: 3 });
});
