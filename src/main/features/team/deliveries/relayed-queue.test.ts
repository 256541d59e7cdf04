/** What waits for a secret is bounded, of one path and of all together. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import {
  isEmptied,
  isOfNoTime,
  packDeliveries,
  unpackDeliveries,
} from '../../../../team-log/deliveries.ts';
import { relayed } from '../testing/delivery-desks.ts';
import { teamDeliveriesMigrations } from './migrations.ts';
import { createRelayedQueue } from './relayed-queue.ts';

const judged = {
  keep: () => undefined,
  tell: () => Promise.resolve(),
  take: () => undefined,
  of: () => null,
  used: () => undefined,
};
const group = (path: string) => packDeliveries([relayed('event_1', path)]);
const [one, other, third] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)] as const;

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(null);
  migrate(sqlite, teamDeliveriesMigrations);
});
afterEach(() => sqlite.close());

it('takes no more of a path that waits than its bound, nor of a new one than the bound of all', async () => {
  const errors: string[] = [];
  const size = group(one).length;
  const queue = createRelayedQueue({
    sqlite,
    stream: 'b'.repeat(32),
    judged,
    clock: systemClock,
    isRelay: () => true,
    isOwnPath: () => false,
    judges: () => true,
    take: async () => 'no-room',
    most: { ofPath: 2 * size, inAll: 3 * size },
    log: {
      error: (_facts: object, text?: string) => void errors.push(text ?? ''),
      warn: () => undefined,
    } as Parameters<typeof createRelayedQueue>[0]['log'],
  });
  const rowsOf = (path: string) =>
    sqlite.all('SELECT number FROM team_relayed WHERE path = ?', [path]).length;
  const add = async (path: string, sequence: number) => {
    sqlite.transaction(() => queue.add({ author: 'a'.repeat(64), sequence }, group(path)));
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (const sequence of [1, 2, 3]) await add(one, sequence);
  await add(other, 4);
  await add(third, 5);
  expect([one, other, third].map(rowsOf)).toEqual([2, 1, 0]);
  expect(errors).toHaveLength(2);
  await queue.close();
});

it('says that it leaves one of no time out', async () => {
  const errors: object[] = [];
  const queue = createRelayedQueue({
    sqlite,
    stream: 'b'.repeat(32),
    judged,
    clock: systemClock,
    isRelay: () => true,
    isOwnPath: () => false,
    judges: () => true,
    take: async () => 'no-room',
    log: { error: (facts: object) => void errors.push(facts), warn: () => undefined },
  });
  const place = { author: 'a'.repeat(64), sequence: 7 };
  const bad = { ...relayed('event_1', one), receivedAt: -5 };
  queue.add(place, packDeliveries([bad, relayed('event_2', one)]));
  expect(errors).toEqual([{ ...place, author: 'a'.repeat(8) }]);
  await queue.close();
});

it.each([
  ['2026-11-26', Date.parse('2026-11-26'), true],
  ['a day that no list can show', 8_640_000_000_000_001, false],
  ['a year that no record can be of', Date.UTC(10_000, 0, 1), false],
  ['a time before all others', -5, false],
])('takes a delivery of %s: %s, and the other one of its entry', (_, receivedAt, isTaken) => {
  const two = [{ ...relayed('event_1'), receivedAt }, relayed('event_2')];
  const once = unpackDeliveries(packDeliveries(two));
  expect(once.map(isEmptied)).toEqual([!isTaken, false]);
  expect(once.map(isOfNoTime)).toEqual([!isTaken, false]);
  expect(Buffer.from(once[1]?.body ?? []).toString()).toContain('event_2');
  // As it waits in the queue.
  expect(unpackDeliveries(packDeliveries(once))).toEqual(once);
});
