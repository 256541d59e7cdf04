import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesOf, eventBody } from '../../webhooks/testing/deliveries.ts';
import { type BareIndex, filterOf, openBareIndex } from '../testing/bare-index.ts';
import { relatedBefore, relatedTo } from './related.ts';

const at = Date.UTC(2026, 10, 20, 12);
const many = 130;

let index: BareIndex;
beforeEach(() => {
  index = openBareIndex();
  // Every second one of the payout itself, the others of its customer alone; some of neither.
  for (let number = 0; number < many; number += 1) {
    const payout = {
      id: number % 2 === 0 ? 'payout_1' : `payout_other${number}`,
      customer: number % 13 === 7 ? 'customer_2' : 'customer_1',
    };
    const body = { created: new Date(at + number).toISOString(), data: { payout } };
    index.inbox.add({
      slot: 1,
      receivedAt: at + number,
      proof: 'genuine',
      body: bytesOf(eventBody(`event_n${number}`, { name: 'payout.create', ...body })),
    });
  }
  index.follow();
});
afterEach(() => index.remove());

const lists: Parameters<typeof relatedTo>[1] = {
  list: async ({ filter, before = null, limit }) =>
    index.ask((reader) => reader.list({ filter: filterOf(filter), before, limit })),
};
const ids = (rows: readonly { eventId: string }[]) => rows.map(({ eventId }) => eventId);
const eventOf = (number: number) => {
  const row = index.rows().find(({ eventId }) => eventId === `event_n${number}`);
  if (row === undefined) throw new Error('It was not added.');
  return row;
};
/** Of the payout, or of its customer; newest first. */
const expected = Array.from({ length: many }, (_, at) => many - 1 - at)
  .filter((number) => number % 2 === 0 || number % 13 !== 7)
  .map((number) => `event_n${number}`);

it('are told page by page, each once, down to the oldest', async () => {
  const row = eventOf(many - 2);
  const first = await relatedTo(row, lists);
  expect(first).toMatchObject({ hasMore: true });
  expect(first.rows).toHaveLength(50);
  const all = [...first.rows];
  for (let hasMore = first.hasMore; hasMore; ) {
    const page = await relatedBefore(row, all.at(-1)?.key ?? 0, lists);
    all.push(...page.rows);
    hasMore = page.hasMore;
  }
  expect(ids(all)).toEqual(expected);
});

it('begin with an event that is older than the newest page', async () => {
  const row = eventOf(22);
  const first = await relatedTo(row, lists);
  expect(ids(first.rows)).toEqual(expected.slice(expected.indexOf('event_n22')));
  expect(first.hasMore).toBe(false);
});

it('are of neither when the event names neither', async () => {
  const row = { ...eventOf(22), resourceId: null, customerId: null };
  expect(await relatedTo(row, lists)).toEqual({ rows: [row], hasMore: false });
  expect(await relatedBefore(row, row.key, lists)).toEqual({ rows: [], hasMore: false });
});
