/** A search for a whole id, which is answered by rows where they tell: what all its words would find. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesOf } from '../../../webhooks/testing/deliveries.ts';
import { type BareIndex, filterOf, openBareIndex, slots } from '../../testing/bare-index.ts';

const start = Date.UTC(2026, 10, 18);
const id = 'payout_k7f3m2x9';
const event = (name: string, data: object) => ({ name, data, webhookRecords: [], mock: false });

/** Their names hold no word of the search. */
const found = {
  bears: event('wallet.one', { payout: { id, owner: 'Ada' } }),
  mentions: event('wallet.two', { wallet: { id: 'wallet_w1', note: `of ${id}` } }),
  holdsLonger: event('wallet.three', { payout: { id: `${id}zz` } }),
  hasBothWords: event('wallet.four', { order: { id: 'order_k7f3m2x9', note: 'for a payout' } }),
};
const others = {
  ofAnotherKind: event('wallet.five', { order: { id: 'order_k7f3m2x9' } }),
  ofAnotherId: event('wallet.six', { payout: { id: 'payout_k7f3m2x8' } }),
};

let index: BareIndex;
beforeAll(() => {
  index = openBareIndex();
  Object.values({ ...found, ...others }).forEach((body, number) => {
    const created = new Date(start + number).toISOString();
    index.inbox.add({
      slot: slots[0].slot,
      receivedAt: start + number,
      proof: 'genuine',
      body: bytesOf({ ...body, id: `event_e${number}`, created }),
    });
  });
  index.follow();
});
afterAll(() => index.remove());

it.each([id, ` ${id} `, id.toUpperCase()])('finds whatever has all words of %s', (search) => {
  const names = index.rows({ search }, 2).map(({ name }) => name);
  expect(names.toSorted()).toEqual(
    Object.values(found)
      .map(({ name }) => name)
      .toSorted(),
  );
  const filter = filterOf({ search });
  expect(index.ask((reader) => reader.count(filter)).total).toBe(names.length);
});

it('goes by the filter beside it', () => {
  const rows = index.rows({ search: id, names: ['wallet.two'] });
  expect(rows.map(({ name }) => name)).toEqual(['wallet.two']);
  expect(index.rows({ search: id, isMock: true })).toEqual([]);
});
