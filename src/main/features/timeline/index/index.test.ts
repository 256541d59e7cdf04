/** What the index holds: the same whatever cut it into groups, stopped it, or mixed the order. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lateAfterMs } from '../../../../bridge/event-flags.ts';
import { bytesOf, eventBody } from '../../webhooks/testing/deliveries.ts';
import {
  type BareIndex,
  dump,
  everyByte,
  openBareIndex,
  type TestDelivery,
} from '../testing/bare-index.ts';
import { FIRST_READ } from './keys.ts';
import { Stopped } from './write/index-writer.ts';

const at = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number) => new Date(ms).toISOString();
const heard = (
  id: string,
  {
    after = 0,
    slot = 1,
    ...body
  }: Readonly<Record<string, unknown>> & { after?: number; slot?: number } = {},
): TestDelivery => ({
  slot,
  receivedAt: at + after,
  proof: 'genuine',
  body: bytesOf(eventBody(id, { created: iso(at), ...body })),
});

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
            index.records.observe({
              kind: 'event',
              id: copy.id,
              body: eventBody(copy.id, copy),
              source: 'event-look-up',
              observedAt: iso(at + number),
            });
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
    index.records.observe({
      kind: 'event',
      id: 'event_b',
      body: eventBody('event_b', { name: 'webhook.create', data: { webhook } }),
      source: 'event-look-up',
      observedAt: iso(at),
    });
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

describe('an event', () => {
  const only = () => index.rows()[0];

  it('is late when it was heard more than a minute after it happened', () => {
    index.inbox.add(heard('event_a', { after: lateAfterMs }));
    index.follow();
    expect(only()).toMatchObject({ isLate: false });
    index.inbox.add(heard('event_b', { after: lateAfterMs + 1 }));
    index.follow();
    expect(index.rows({ isLate: true }).map(({ eventId }) => eventId)).toEqual(['event_b']);
  });

  it('is out of order when a later one of its resource was heard before', () => {
    const created = (ms: number) => ({ created: iso(at + ms) });
    index.inbox.add(heard('event_b', created(500)), heard('event_a', created(0)));
    index.inbox.add(
      heard('event_c', { ...created(0), data: { wallet: { id: 'wallet_2' } } }),
      heard('event_d', { ...created(600), data: {} }),
      heard('event_e', { ...created(-lateAfterMs), data: {} }),
    );
    index.follow();
    const marked = index.rows().filter(({ isOutOfOrder }) => isOutOfOrder);
    expect(marked.map(({ eventId }) => eventId)).toEqual(['event_a', 'event_e']);
  });

  it('that was looked up is read, and genuine from its first delivery on', () => {
    const body = eventBody('event_a', { created: iso(at) });
    const observedAt = iso(at + 5_000);
    index.records.observe({
      kind: 'event',
      id: 'event_a',
      body,
      source: 'event-look-up',
      observedAt,
    });
    index.follow();
    expect(only()).toMatchObject({ proof: 'read', heard: 1, heardAt: observedAt });
    index.inbox.add(heard('event_a', { after: 9_000 }));
    index.follow();
    expect(only()).toMatchObject({ proof: 'genuine', heard: 1, heardAt: observedAt });
    expect(only()).toMatchObject({ isDiffering: false });
    const other = { ...body, name: 'wallet.other' };
    index.records.observe({
      kind: 'event',
      id: 'event_a',
      body: other,
      source: 'event-look-up',
      observedAt: iso(at + 6_000),
    });
    index.follow();
    expect(only()).toMatchObject({ name: 'wallet.create', heard: 1, isDiffering: true });
  });

  it('says from its first delivery on what that said, and no more what was looked up', () => {
    const looked = eventBody('event_a', {
      created: iso(at),
      name: 'payout.create',
      data: { payout: { id: 'payout_1', owner: 'Grace' } },
    });
    index.records.observe({
      kind: 'event',
      id: 'event_a',
      body: looked,
      source: 'event-look-up',
      observedAt: iso(at + 5_000),
    });
    index.follow();
    expect(index.rows({ search: 'grace' })).toHaveLength(1);
    index.inbox.add(
      heard('event_a', {
        after: 9_000,
        name: 'payout.failed',
        created: iso(at + 1_000),
        data: { payout: { id: 'payout_2', customer: 'customer_1', owner: 'Ada' } },
      }),
    );
    index.follow();
    expect(only()).toMatchObject({
      name: 'payout.failed',
      resourceId: 'payout_2',
      customerId: 'customer_1',
      happenedAt: iso(at + 1_000),
      heardAt: iso(at + 5_000),
      isDiffering: true,
    });
    expect(index.rows({ search: 'ada', names: ['payout.failed'] })).toHaveLength(1);
    for (const gone of [{ search: 'grace' }, { search: 'rac' }, { resourceId: 'payout_1' }]) {
      expect(index.rows(gone)).toEqual([]);
    }
  });

  it('that is known by a look-up alone is neither late nor out of order', () => {
    index.inbox.add(heard('event_b', { created: iso(at + 600_000), after: 600_000 }));
    index.follow();
    const body = eventBody('event_a', { created: iso(at) });
    index.records.observe({
      kind: 'event',
      id: 'event_a',
      body,
      source: 'event-look-up',
      observedAt: iso(at + 900_000),
    });
    index.follow();
    const read = { proof: 'read', isLate: false, isOutOfOrder: false };
    expect(index.rows({ proof: 'read' })).toMatchObject([read]);
    expect(index.rows({ isLate: true })).toEqual([]);
    index.inbox.add(heard('event_a', { after: 950_000 }));
    index.follow();
    const delivered = { eventId: 'event_a', proof: 'genuine', isOutOfOrder: true };
    expect(index.rows({ isLate: true })).toMatchObject([delivered]);
  });

  it('was seen again when one webhook got it twice, and not when two got it once', () => {
    index.inbox.add(heard('event_a'), heard('event_a', { slot: 2 }));
    index.follow();
    expect(only()).toMatchObject({ heard: 2, webhooks: 2 });
    expect(index.rows({ isRepeated: true })).toEqual([]);
    index.inbox.repeat(2, at);
    index.follow();
    expect(only()).toMatchObject({ heard: 3, webhooks: 2 });
    expect(index.rows({ isRepeated: true })).toHaveLength(1);
  });

  it('of a mock in production stands beside a real one of the same id', () => {
    index.remove();
    index = openBareIndex({ isProduction: true });
    index.inbox.add(heard('event_a', { mock: true }), heard('event_a'));
    index.follow();
    expect(index.rows({ isMock: true })).toHaveLength(1);
    expect(index.rows({ isMock: false })).toHaveLength(1);
    expect(
      index.ask((reader) => reader.event({ eventId: 'event_a', isApart: false, knownAt: null })),
    ).toMatchObject({ isMock: false });
    expect(index.ask((reader) => reader.deliveries('event_a'))).toMatchObject([
      { arrival: 1, role: 'mock' },
      { arrival: 2, role: 'first' },
    ]);
  });
});
