/** What the index holds: the same whatever cut it into groups, stopped it, or mixed the order. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, eventBody } from '../../webhooks/testing/deliveries.ts';
import {
  type BareIndex,
  dump,
  everyByte,
  openBareIndex,
  type TestDelivery,
} from '../testing/bare-index.ts';
import { at, heard, iso, lookUp } from '../testing/heard.ts';
import { FIRST_READ } from './keys.ts';
import { Stopped } from './write/index-writer.ts';

/** Several a moment, several names, repeats, other content, late ones, and no event at all. */
const deliveries: readonly TestDelivery[] = [
  ...Array.from({ length: 60 }, (_, number) =>
    heard(`event_abc${number % 50}`, {
      after: number * 7_000,
      slot: 1 + (number % 2),
      name: number % 3 === 0 ? 'payout.create' : 'wallet.create',
      created: iso(at + Math.floor(number / 4) * 1_000),
      data: {
        wallet: { id: `wallet_${number % 5}`, owner: 'Zoë Ångström', customer: 'customer_1' },
      },
    }),
  ),
  { slot: 1, receivedAt: at, proof: 'genuine', body: bytesOf('no event') },
  { slot: 2, receivedAt: at, proof: 'genuine-reserialised', body: null },
];

/** As it is delivered or looked up: few ids, few moments, and words that come and go. */
const copies = fc.record({
  id: fc.constantFrom('event_a1', 'event_b2', 'event_c3', 'event_d4', 'event_e5x'),
  name: fc.constantFrom('payout.create', 'payout.failed', 'odd'),
  created: fc.constantFrom(iso(at), iso(at + 1), iso(at + 90_000), 'unknown', at + 7),
  data: fc.record({
    payout: fc.record({
      id: fc.constantFrom('payout_1', 'payout_2'),
      owner: fc.constantFrom('Ada', 'Ada Moreno', 'Moreno', 'Grace x@y.example'),
      customer: fc.constantFrom('customer_1', null),
    }),
  }),
  mock: fc.boolean(),
});
const happenings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('delivery'), copy: copies, slot: fc.constantFrom(1, 2) }),
    fc.record({ kind: fc.constant('look-up'), copy: copies, slot: fc.constant(1) }),
    fc.record({ kind: fc.constant('follow'), copy: copies, slot: fc.constant(1) }),
  ),
  { maxLength: 24 },
);

let index: BareIndex;
beforeEach(() => {
  index = openBareIndex();
});
afterEach(() => index.remove());

describe('the index', () => {
  it('is the same after a rebuild, in groups of any size', () => {
    index.inbox.add(...deliveries.slice(0, 30));
    index.follow(7);
    index.inbox.repeat(3, at);
    index.follow();
    index.inbox.add(...deliveries.slice(30));
    index.inbox.repeat(3, at + 1);
    index.follow(11);
    const followed = dump(index.reading());
    expect(followed['events']).toHaveLength(50);
    for (const group of [1, 13, 1_000]) {
      index.rebuild(group);
      expect(dump(index.reading())).toEqual(followed);
    }
  });

  it('is the same after a rebuild, whenever events were looked up between their deliveries', () => {
    index.remove();
    fc.assert(
      fc.property(happenings, fc.boolean(), (all, isProduction) => {
        index = openBareIndex({ isProduction });
        all.forEach(({ kind, copy, slot }, number) => {
          if (kind === 'follow') index.follow(3);
          if (kind === 'delivery')
            index.inbox.add(heard(copy.id, { ...copy, slot, after: number }));
          if (kind === 'look-up') {
            lookUp(index, eventBody(copy.id, copy), number);
          }
        });
        index.follow();
        const followed = dump(index.reading());
        index.rebuild(2);
        expect(dump(index.reading())).toEqual(followed);
        index.remove();
      }),
      { numRuns: 60 },
    );
    index = openBareIndex();
  });

  it('goes on where it was stopped in the middle of a group', () => {
    index.inbox.add(...deliveries);
    index.takeGroup(10);
    const before = dump(index.reading());
    let left = 5;
    index.control.isStopped = () => {
      left -= 1;
      return left < 0;
    };
    expect(() => index.takeGroup(1_000)).toThrow(Stopped);
    expect(dump(index.reading())).toEqual(before);
    index.control.isStopped = () => false;
    index.reopen();
    index.follow();
    const followed = dump(index.reading());
    index.rebuild();
    expect(dump(index.reading())).toEqual(followed);
  });

  it.each([
    ['its cursor can’t be moved', 'BEFORE UPDATE ON progress'],
    ['its last row can’t be written', 'BEFORE INSERT ON deliveries WHEN NEW.arrival = 20'],
  ])('nothing of a group is there where %s, and all of it afterwards', (_what, when) => {
    index.inbox.add(...deliveries);
    index.takeGroup(10);
    const before = dump(index.reading());
    index.writing().exec(`CREATE TRIGGER stop ${when} BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
    expect(() => index.takeGroup(10)).toThrow('stopped');
    expect(dump(index.reading())).toEqual(before);
    index.writing().exec('DROP TRIGGER stop');
    index.follow();
    const followed = dump(index.reading());
    index.rebuild();
    expect(dump(index.reading())).toEqual(followed);
  });

  it('shows the same events whatever order their deliveries came in', () => {
    const same = deliveries.filter((_, number) => number < 50);
    const again = same.slice(0, 9).map((delivery) => ({
      ...delivery,
      slot: 2,
      receivedAt: delivery.receivedAt + 90_000,
    }));
    const visible = () =>
      index
        .rows()
        // Places within one millisecond, and what was heard before what, are about the order itself.
        .map(({ key, isOutOfOrder: _order, ...row }) => ({ ...row, ms: Math.floor(key / 1024) }))
        .sort((left, right) => (left.eventId < right.eventId ? -1 : 1));
    index.inbox.add(...same, ...again);
    index.follow();
    const expected = visible();
    expect(expected).toHaveLength(50);
    index.remove();
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...same, ...again], { minLength: same.length + again.length }),
        (shuffled) => {
          index = openBareIndex();
          index.inbox.add(...shuffled);
          index.follow(17);
          expect(visible()).toEqual(expected);
          index.remove();
        },
      ),
      { numRuns: 15 },
    );
    index = openBareIndex();
  });

  it('keeps no secret in any table, of a delivery or of a look-up', () => {
    const planted = { secret: 'plantedsecret0123456789', other: 'secret_planted9876543210' };
    const webhook = { id: 'webhook_1', name: 'visible', ...planted, api_token: 'plantedtoken' };
    index.inbox.add(
      heard('event_a', {
        name: 'webhook.create',
        data: { webhook },
        webhookRecords: [{ requestIds: ['request_1'], webhook }],
      }),
    );
    lookUp(index, eventBody('event_b', { name: 'webhook.create', data: { webhook } }));
    index.follow();
    expect(index.rows({ search: 'visible' })).toHaveLength(2);
    const text = everyByte(index.reading()).toLowerCase();
    expect(text).toContain('visible');
    expect(text).not.toContain('planted');
  });

  it('numbers what happened in one millisecond, and walks on when a thousand did', () => {
    index.inbox.add(...Array.from({ length: 1_026 }, (_, number) => heard(`event_n${number}`)));
    index.follow();
    const keys = index.rows().map(({ key }) => key);
    expect(new Set(keys).size).toBe(1_026);
    expect(keys[0]).toBe((at + 1) * 1024 + 1_025 - FIRST_READ);
    expect(keys.at(-1)).toBe(at * 1024);
  });

  it('puts what happened in one millisecond in the order of its life, however it came', () => {
    const names = ['payout.successful', 'payout.processing', 'payout.create', 'payout.funded'];
    const kyc = ['customer.kyc.rejected', 'customer.kyc.pending', 'customer.create'];
    for (const [number, name] of [...names, ...kyc].entries()) {
      index.inbox.add(heard(`event_${number}`, { name, after: number }));
    }
    index.follow();
    const order = () => index.rows().map(({ name }) => name);
    const of = (part: string) => order().filter((name) => name?.startsWith(part));
    // Newest first.
    expect(of('payout')).toEqual([
      'payout.successful',
      'payout.processing',
      'payout.funded',
      'payout.create',
    ]);
    expect(of('customer')).toEqual(kyc);
    const before = order();
    index.rebuild();
    expect(order()).toEqual(before);
  });

  it('takes times that no key can hold as the first or the last that one can', () => {
    index.inbox.add(
      heard('event_old', { created: '0001-01-01T00:00:00Z' }),
      heard('event_far', { created: '9999-01-01T00:00:00Z' }),
      heard('event_odd', { created: 'yesterday' }),
    );
    index.follow();
    expect(index.rows().map(({ eventId, happenedAt }) => [eventId, happenedAt])).toEqual([
      ['event_far', '9999-01-01T00:00:00.000Z'],
      ['event_odd', null],
      ['event_old', '0001-01-01T00:00:00.000Z'],
    ]);
    expect(index.rows({ knownAt: iso(at) })).toHaveLength(3);
  });
});
