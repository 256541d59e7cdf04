import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  delivery,
  eventBody,
  openTestInbox,
  otherPath,
  profileId,
  slotPath,
} from '../testing/deliveries.ts';
import { defaultBounds } from './bounds.ts';
import type { GroupSource } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;

const from = (sequence: number, path = slotPath, source = 'relay'): GroupSource => ({
  source,
  slotPath: path,
  sequence,
});
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
  expect(taken).toEqual({ kind: 'taken', appended: ['kept', 'kept'] });
  await test.reopen();
  expect(await test.inbox.appendFrom(group, from(3))).toEqual({ kind: 'known' });
  expect(test.inbox.counts(slotPath)).toMatchObject({ repeats: 0, verdicts: { genuine: 2 } });
});

it('counts what two sources bring as one delivery and its repeat', async () => {
  await test.inbox.appendFrom([delivery(eventBody('event_1'))], from(1));
  const again = await test.inbox.appendFrom(
    [delivery(eventBody('event_1'))],
    from(1, slotPath, 'other'),
  );
  expect(again).toEqual({ kind: 'taken', appended: ['repeat'] });
  expect(stored()).toBe(1);
});

it('leaves a group that can’t be held whole, and what comes after it until it is brought again', async () => {
  await test.inbox.appendFrom([held('event_1')], from(1));
  expect(await test.inbox.appendFrom([held('event_2'), held('event_3')], from(2))).toEqual({
    kind: 'left',
  });
  expect(stored()).toBe(1);
  expect(test.inbox.pathsLeft()).toEqual([slotPath]);
  expect(await test.inbox.appendFrom([delivery(eventBody('event_4'))], from(3))).toEqual({
    kind: 'left',
  });
  // Another path of the same source goes on.
  const other = [delivery(eventBody('event_5'), { path: otherPath })];
  expect((await test.inbox.appendFrom(other, from(3, otherPath))).kind).toBe('taken');

  const now = [delivery(eventBody('event_2')), delivery(eventBody('event_3'))];
  expect((await test.inbox.appendFrom(now, from(2))).kind).toBe('taken');
  expect((await test.inbox.appendFrom([delivery(eventBody('event_4'))], from(3))).kind).toBe(
    'taken',
  );
  expect(test.inbox.pathsLeft()).toEqual([]);
  expect(stored()).toBe(5);
});

it('leaves what comes for a path that is not known yet', async () => {
  const path = 'ab'.repeat(16);
  expect(await test.inbox.appendFrom(null, from(1, path))).toEqual({ kind: 'left' });
  expect(test.inbox.pathsLeft()).toEqual([path]);
  const facts = { intentKey: null, webhookId: 'webhook_3', reservedAt: '2026-11-26T10:00:00.000Z' };
  await test.inbox.reserve({ path, profileId, ...facts });
  expect(
    (await test.inbox.appendFrom([delivery(eventBody('event_2'), { path })], from(2, path))).kind,
  ).toBe('left');
  expect(
    (await test.inbox.appendFrom([delivery(eventBody('event_1'), { path })], from(1, path))).kind,
  ).toBe('taken');
});
