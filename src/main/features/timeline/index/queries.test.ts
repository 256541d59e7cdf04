/** What the index answers: what a list in memory would, and never by a walk over all events. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachFlag } from '../../../../bridge/event-flags.ts';
import { timelineFilter } from '../../../../bridge/timeline.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { explained } from '../../../../platform/testing/explained.ts';
import { bytesOf } from '../../webhooks/testing/deliveries.ts';
import { type BareIndex, filterOf, finish, openBareIndex, slots } from '../testing/bare-index.ts';
import { type Hearing, passes, rowAt, wordsOfBody } from '../testing/index-model.ts';
import type { IndexedEvent } from '../types.ts';
import { factsOfBody } from './facts.ts';
import { createIndexReader } from './read/index-reader.ts';

const start = Date.UTC(2026, 10, 18);
const iso = (ms: number) => new Date(ms).toISOString();
const names = ['payout.create', 'payout.failed', 'customer.kyc.pending', 'wallet.create', 'odd'];
const people = ['Ada Moreno', 'Zoë Ångström', 'Grace Moreno-Silva'];

/** Over three days: repeats, other content under one id, late ones, and some ahead of our clock. */
const bodies = Array.from({ length: 240 }, (_, number) => {
  const name = names[number % names.length] ?? 'odd';
  const kind = name.split('.', 1)[0] ?? name;
  const happened = start + number * 1_080_000 + (number % 11 === 0 ? 300_000 : 0);
  const person = people[number % 3] ?? '';
  return {
    id: `event_k${(number % 200).toString(36)}x${(number % 200) % 7}`,
    name,
    data: {
      [kind]: {
        id: `${kind}_p${number % 23}`,
        customer: number % 4 === 0 ? null : `customer_c${number % 9}`,
        owner: person,
        email: `user${number % 13}.x@mail${number % 2}.example`,
        amount: `${number}.50`,
      },
    },
    webhookRecords: [],
    mock: number % 10 === 0,
    created: number % 29 === 0 ? 'unknown' : iso(happened),
  };
});

let index: BareIndex;
let all: readonly IndexedEvent[];
const words = new Map<string, ReadonlySet<string>>();
const hearings = new Map<string, Hearing[]>();
const hear = (id: string, bytes: Uint8Array, heard: Omit<Hearing, 'said'>): void => {
  const said = factsOfBody(bytes)?.sameness ?? 0;
  hearings.set(id, [...(hearings.get(id) ?? []), { ...heard, said }]);
};

/** Looked up before it is delivered, after it, with other content, more than once, or alone. */
const lookUps = bodies
  .filter((_, number) => number % 7 === 0)
  .map((body, number) => ({
    body: {
      ...body,
      id: number % 5 === 0 ? `event_alone${number}` : body.id,
      ...(number % 3 === 0 ? { note: `other ${number % 2}` } : {}),
    },
    at: start + (number % 4) * 24 * 3_600_000 + number,
  }));

beforeAll(() => {
  index = openBareIndex();
  bodies.forEach((body, number) => {
    const slot = number % 5 === 0 ? slots[1] : slots[0];
    const bytes = bytesOf(body);
    if (!words.has(body.id)) words.set(body.id, wordsOfBody(bytes));
    const at = start + number * 1_080_000 + (number % 6 === 0 ? 90_000 : 20);
    const proof = number % 8 === 0 ? 'genuine-reserialised' : 'genuine';
    const repeatedAt = number % 17 === 3 ? [at + 60_000, at + 40 * 3_600_000] : [];
    hear(body.id, bytes, { at, webhookId: slot.webhookId, proof, repeatedAt });
    index.inbox.add({ slot: slot.slot, receivedAt: at, proof, body: bytes });
    for (const again of repeatedAt) index.inbox.repeat(number + 1, again);
  });
  index.follow(37);
  lookUps.forEach(({ body, at }) => {
    const bytes = bytesOf(body);
    if (!words.has(body.id)) words.set(body.id, wordsOfBody(bytes));
    hear(body.id, bytes, { at, webhookId: null, proof: 'read', repeatedAt: [] });
    const observed = { kind: 'event', id: body.id, body, source: 'event-look-up' } as const;
    index.records.observe({ ...observed, observedAt: iso(at) });
  });
  index.follow();
  all = index.rows();
});
afterAll(() => index.remove());

const optional = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
const moment = fc.integer({ min: -5, max: 75 }).map((hours) => iso(start + hours * 3_600_000));
const searches = [
  '',
  '',
  '',
  'payout',
  'ayou',
  'moreno',
  'ada mor',
  'ångström',
  'angstrom',
  'silva',
  'user3',
  'user3.x@mail1',
  '3.x@m',
  'mail0.example',
  'a',
  'pa cr',
  '12',
  '7.50',
  'event_k5x5',
  'kyc.pending',
  'nothing',
  'customer_c3',
  'k1',
  'example ada',
  'no-such',
  '%',
  '"',
  '5x5',
  'payout_k7f3m2x9',
];
const filters = fc.record({
  names: fc.subarray([...names, 'payout.', 'customer.', 'customer.kyc.', 'none.'], {
    maxLength: 2,
  }),
  resourceKinds: fc.subarray(['payout', 'customer', 'wallet', 'none'], { maxLength: 2 }),
  resourceId: optional(fc.constantFrom('payout_p5', 'wallet_p3', 'none')),
  customerId: optional(fc.constantFrom('customer_c3', 'customer_c1', 'none')),
  webhookId: optional(fc.constantFrom('webhook_1', 'webhook_2', 'webhook_3')),
  proof: optional(fc.constantFrom('genuine', 'genuine-reserialised', 'read')),
  ...eachFlag(() => optional(fc.boolean())),
  from: optional(moment),
  to: optional(moment),
  knownAt: optional(moment),
  search: fc.constantFrom(...searches),
});

const expected = (filter: object): IndexedEvent[] => {
  const parsed = timelineFilter.parse(filter);
  return all.flatMap((row) => {
    const heard = hearings.get(row.eventId) ?? [];
    const then = rowAt(row, heard, parsed.knownAt);
    const until = parsed.knownAt ?? '9999';
    const webhooks = heard.flatMap(({ at, webhookId }) =>
      webhookId !== null && iso(at) <= until ? [webhookId] : [],
    );
    if (then === null) return [];
    return passes(then, parsed, (id) => words.get(id) ?? new Set(), webhooks) ? [then] : [];
  });
};

describe('the index against a list in memory', () => {
  it('has every event once, in order', () => {
    expect(all).toHaveLength(hearings.size);
    expect(all).toEqual(expected({}));
    const keys = all.map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted((left, right) => right - left));
    expect(all.some(({ isDiffering }) => isDiffering)).toBe(true);
    expect(all.some(({ heard }) => heard > 2)).toBe(true);
  });

  it('lists and counts what passes any filter', () => {
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 60 }), (filter, limit) => {
        const rows = expected(filter);
        expect(index.rows(filter, limit)).toEqual(rows);
        const count = index.ask((reader) => reader.count(filterOf(filter)));
        expect(count).toEqual({
          total: rows.length,
          known: expected({ knownAt: filter.knownAt }).length,
          newest: all[0]?.key ?? null,
          wholeWords: [],
        });
      }),
      { numRuns: 400 },
    );
  });

  it('passes over any offset, and gives what is newer than a key', () => {
    fc.assert(
      fc.property(filters, fc.nat(250), fc.nat(230), (filter, offset, place) => {
        const rows = expected(filter);
        const page = index.ask((reader) =>
          reader.list({ filter: filterOf(filter), offset, limit: 20 }),
        );
        expect(page.rows).toEqual(rows.slice(offset, offset + 20));
        expect(page.hasMore).toBe(rows.length > offset + 20);
        const after = all[place]?.key ?? 0;
        const newer = index.ask((reader) =>
          reader.list({ filter: filterOf(filter), after, limit: 200 }),
        );
        expect(newer.rows).toEqual(rows.filter(({ key }) => key > after).slice(0, 200));
        const count = index.ask((reader) => reader.count(filterOf(filter), after));
        expect(count.total).toBe(rows.filter(({ key }) => key > after).length);
      }),
      { numRuns: 200 },
    );
  });

  it('draws a histogram that adds up, with no more bars than wanted', () => {
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 120 }), (filter, bars) => {
        const rows = expected(filter);
        const view = index.ask((reader) => reader.histogram(filterOf(filter), bars));
        if (view === null) {
          expect(rows).toEqual([]);
          return;
        }
        expect(view.bars.length).toBeLessThanOrEqual(bars);
        const byBar = new Map<string, number>();
        for (const row of rows) {
          const at = Date.parse(row.happenedAt ?? row.heardAt);
          const bar = iso(Math.floor(at / view.bucketMs) * view.bucketMs);
          const name = `${bar} ${row.family}`;
          byBar.set(name, (byBar.get(name) ?? 0) + 1);
        }
        const drawn = view.bars.flatMap(({ at, counts }) =>
          view.families.flatMap((family, place): [string, number][] => {
            const count = counts[place] ?? 0;
            return count === 0 ? [] : [[`${at} ${family}`, count]];
          }),
        );
        expect(new Map(drawn)).toEqual(byBar);
      }),
      { numRuns: 300 },
    );
  });

  it('counts facets as a list does', () => {
    const facets = index.ask((reader) => reader.facets(null));
    for (const { name, count } of facets.names) {
      expect(count).toBe(all.filter((row) => row.name === name).length);
    }
    expect(facets.names.map(({ name }) => name).sort()).toEqual(
      [...new Set(all.map(({ name }) => name))].sort(),
    );
    expect(facets.flags.isMock).toBe(all.filter(({ isMock }) => isMock).length);
    expect(facets.flags.isLate).toBe(all.filter(({ isLate }) => isLate).length);
    expect(facets.flags.isRepeated).toBe(
      all.filter(({ heard, webhooks }) => heard > Math.max(1, webhooks)).length,
    );
    expect(facets.flags.isDiffering).toBe(all.filter(({ isDiffering }) => isDiffering).length);
    for (const { slotPath, count } of facets.slots) {
      const webhookId = slots.find(({ path }) => path === slotPath)?.webhookId;
      expect(count).toBe(expected({ webhookId }).length);
    }
  });
});

/** How SQLite goes about everything that a question asks. */
function plansOf(sqlite: Sqlite, question: (spied: Sqlite) => void): readonly string[] {
  const { plans, ...asked } = explained(sqlite);
  question({ ...sqlite, ...asked });
  return plans.flat();
}

/** What may be gone through from end to end: lists that a query brings along, counts, and traits. */
const small = /^SCAN (json_each|found|days|hours|traits|slots|\(subquery|\d+ CONSTANT|SUBQUERY)/;
/** FTS5 says so of a search by its index; a walk over it would end in `INDEX 0:`. */
const isSearch = (detail: string): boolean =>
  /VIRTUAL TABLE INDEX/.test(detail) && !/VIRTUAL TABLE INDEX 0:$/.test(detail);

describe('no question walks over all events:', () => {
  const asked: Readonly<Record<string, object>> = {
    nothing: {},
    'one name': { names: ['payout.create'] },
    'a beginning': { names: ['customer.'] },
    'a kind': { resourceKinds: ['wallet'] },
    'a resource': { resourceId: 'payout_p5' },
    'a customer': { customerId: 'customer_c3' },
    'a webhook': { webhookId: 'webhook_2' },
    'a proof': { proof: 'genuine-reserialised' },
    mock: { isMock: true },
    late: { isLate: true },
    repeated: { isRepeated: true },
    differing: { isDiffering: true },
    'a range': { from: iso(start + 3_600_000), to: iso(start + 7_200_000) },
    'a moment': { knownAt: iso(start + 36_000_000) },
    'a word': { search: 'moreno' },
    'a part': { search: 'oren' },
    'a short part': { search: 'pa' },
    'part of an email': { search: '3.x@mail1' },
    'part of an amount': { search: '7.5' },
    everything: { search: 'ada', names: ['payout.'], isMock: false, from: iso(start) },
  };

  it.each(Object.entries(asked))('%s', (_, input) => {
    const filter = filterOf(input);
    const plans = plansOf(index.reading(), (spied) => {
      const reader = createIndexReader(spied);
      finish(reader.list({ filter, limit: 20 }));
      finish(reader.list({ filter, limit: 20, offset: 120 }));
      finish(reader.count(filter));
      finish(reader.histogram(filter, 50));
    });
    const walks = plans.filter((detail) => detail.startsWith('SCAN') && !isSearch(detail));
    expect(walks.filter((detail) => !small.test(detail))).toEqual([]);
  });
});
