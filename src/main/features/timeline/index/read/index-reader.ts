/** What the index is asked, over a connection that only reads. Each answer is worked out in steps. */
import { z } from 'zod';
import { eachFlag } from '../../../../../bridge/event-flags.ts';
import type { CountView, HistogramView } from '../../../../../bridge/timeline.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { Facets, IndexedDelivery, IndexedEvent, IndexQuery, Jumps } from '../../types.ts';
import { DAY_MS, EVENT_PREFIX, firstKey, HOUR_MS, msOfKey } from '../keys.ts';
import { eventSignatures, roles, signatureOf, type Traits } from '../traits.ts';
import { rowsThen } from './as-of.ts';
import { type JumpQuery, jumps } from './jumps.ts';
import {
  type CountedTraits,
  createKnownTraits,
  type IndexFilter,
  type KnownTraits,
} from './known-traits.ts';
import { matchesOf } from './matches.ts';
import { createPages, type Steps } from './pages.ts';
import { knownBefore, type Plan, planOf } from './plan.ts';
import { PACKED, Page, unpacked } from './rows.ts';
import { inReceivedParts, sumOf, tally, total } from './tally.ts';

/** How many events happened when, by family. */
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Widths that people read: each is a multiple of the one that its periods are counted in. */
const steps: readonly number[] = [
  ...[1, 5, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY_MS),
];

const edgeRow = z.object({ key: z.int().nullable() });

interface Extent {
  readonly from: number;
  readonly to: number;
}

function* histogram(sqlite: Sqlite, plan: Plan, bars: number): Steps<HistogramView | null> {
  const extent = plan.isWordless ? null : extentOf(sqlite, plan);
  if (extent === null) return null;
  const stepMs = stepFor(extent, bars);
  const inside = { ...plan, low: Math.max(plan.low, firstKey(extent.from)) };
  const found = yield* tally(sqlite, inside, stepMs);
  if (found.length === 0) return null;

  const byFamily = new Map<string, number>();
  const byBar = new Map<number, Map<string, number>>();
  for (const { at, traits, events } of found) {
    const name = plan.known.byId.get(traits)?.name ?? '';
    const family = name.split('.', 1)[0] ?? name;
    byFamily.set(family, (byFamily.get(family) ?? 0) + events);
    const bar = Math.floor(at / stepMs) * stepMs;
    const counts = byBar.get(bar) ?? new Map<string, number>();
    counts.set(family, (counts.get(family) ?? 0) + events);
    byBar.set(bar, counts);
  }
  const families = [...byFamily.entries()]
    .sort(([left, more], [right, less]) => less - more || (left < right ? -1 : 1))
    .map(([family]) => family);
  const sorted = [...byBar.entries()].sort(([left], [right]) => left - right);
  const first = sorted[0]?.[0] ?? extent.from;
  const last = sorted.at(-1)?.[0] ?? extent.to;
  return {
    from: iso(plan.filter.from === null ? first : extent.from),
    to: iso(plan.filter.to === null ? last + stepMs : extent.to),
    bucketMs: stepMs,
    families,
    bars: sorted.map(([at, counts]) => ({
      at: iso(at),
      counts: families.map((family) => counts.get(family) ?? 0),
    })),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The narrowest width with which the range needs no more bars than wanted. */
function stepFor({ from, to }: Extent, bars: number): number {
  const fits = (step: number): boolean =>
    Math.floor((to - 1) / step) - Math.floor(from / step) + 1 <= bars;
  const step = steps.find(fits);
  if (step !== undefined) return step;
  let widest = 364 * DAY_MS;
  while (!fits(widest)) widest *= 2;
  return widest;
}

/** The range that was asked for, where it was; else the one in which there are events. */
function extentOf(sqlite: Sqlite, plan: Plan): Extent | null {
  const from = plan.filter.from === null ? firstOf(sqlite, plan, 'ASC') : plan.low;
  const to = plan.filter.to === null ? firstOf(sqlite, plan, 'DESC') : plan.high - 1;
  if (from === null || to === null || to < from) return null;
  return { from: msOfKey(from), to: msOfKey(to) + 1 };
}

/** The first or last key that may pass. */
function firstOf(sqlite: Sqlite, plan: Plan, order: 'ASC' | 'DESC'): number | null {
  const bound = plan.knownAt === null ? plan.high : Math.min(plan.high, knownBefore(plan.knownAt));
  const high = plan.known.all.some(({ traits }) => traits.isAhead) ? plan.high : bound;
  const read = (sql: string, values: readonly (string | number)[]): number | null => {
    const row = sqlite.first(`${sql} ORDER BY key ${order} LIMIT 1`, values);
    return row === undefined ? null : edgeRow.parse(row).key;
  };
  const keys = () => {
    if (plan.words.length > 0) {
      return matchesOf(sqlite, plan).expressions.map((match) =>
        read('SELECT rowid AS key FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?', [
          match,
          plan.low,
          high,
        ]),
      );
    }
    if (plan.traits === null) {
      return [read('SELECT key FROM events WHERE key >= ? AND key < ?', [plan.low, high])];
    }
    return plan.traits.map(({ id }) =>
      read('SELECT key FROM events WHERE traits = ? AND key >= ? AND key < ?', [
        id,
        plan.low,
        high,
      ]),
    );
  };
  const found = keys().filter((key) => key !== null);
  if (found.length === 0) return null;
  return order === 'ASC' ? Math.min(...found) : Math.max(...found);
}

/** How many events of which traits were known at a moment. */
const countedRows = z.array(z.object({ traits: z.int(), events: z.int() }));

/** Returns what counts them; the last answer is kept until the index is written. */
function createKnownThen(
  sqlite: Sqlite,
): (known: KnownTraits, knownAt: number) => Steps<readonly CountedTraits[]> {
  let kept: { readonly of: string; readonly counted: readonly CountedTraits[] } | null = null;
  return function* (known, knownAt) {
    const of = `${known.version} ${knownAt}`;
    if (kept?.of === of) return kept.counted;
    const events = new Map<number, number>();
    yield* inReceivedParts(sqlite, knownAt, (after, upTo) => {
      const found = sqlite.all(
        `SELECT traits, count(*) AS events FROM events INDEXED BY events_by_heard
         WHERE heard_at > ? AND heard_at <= ? GROUP BY traits`,
        [after, upTo],
      );
      for (const one of countedRows.parse(found)) {
        events.set(one.traits, (events.get(one.traits) ?? 0) + one.events);
      }
    });
    const counted = [...events].flatMap(([id, count]) => {
      const traits = known.byId.get(id);
      return traits === undefined ? [] : [{ id, events: count, traits }];
    });
    kept = { of, counted };
    return counted;
  };
}

export type ReaderQuery = Omit<IndexQuery, 'filter'> & { readonly filter: IndexFilter };

export interface EventQuery {
  readonly eventId: string;
  /** Whether to find the event apart from a real one of its ID; else the real one is found first. */
  readonly isApart: boolean;
  /** Milliseconds since 1970; null is now. */
  readonly knownAt: number | null;
}

/** Rows of an earlier moment, or packed ones. */
export type ListedPage = Page | { readonly rows: IndexedEvent[]; readonly hasMore: boolean };

export interface IndexReader {
  list(query: ReaderQuery): Steps<ListedPage>;
  /** As list, when nobody waits for a page. */
  listLater(query: ReaderQuery): Steps<ListedPage>;
  /** @param after `total` is of events after this key alone */
  count(filter: IndexFilter, after?: number | null): Steps<CountView>;
  histogram(filter: IndexFilter, bars: number): Steps<HistogramView | null>;
  /** Milliseconds since 1970; null is now. */
  facets(knownAt: number | null): Steps<Facets>;
  event(query: EventQuery): Steps<IndexedEvent | null>;
  deliveries(eventId: string): Steps<IndexedDelivery[]>;
  jumps(query: JumpQuery): Steps<Jumps>;
}

const newestRow = z.object({ key: z.int().nullable() });
const deliveryRows = z.array(
  z.object({
    arrival: z.int(),
    slot: z.int(),
    received_at: z.int(),
    proof: z.int(),
    role: z.int(),
  }),
);

export function createIndexReader(sqlite: Sqlite): IndexReader {
  const knownTraits = createKnownTraits(sqlite);
  const page = createPages(sqlite);
  const knownThen = createKnownThen(sqlite);

  function* list(query: ReaderQuery): ReturnType<IndexReader['list']> {
    const { filter, before = null, after = null, offset = 0, limit } = query;
    const plan = planOf(knownTraits(), filter);
    const high = Math.min(plan.high, before ?? plan.high);
    const low = Math.max(plan.low, after === null ? 0 : after + 1);
    if (low >= high || plan.isWordless) return { rows: [], hasMore: false };
    const rows = yield* page({ ...plan, low, high }, { offset, limit: limit + 1 });
    const found = new Page(rows.slice(0, limit), rows.length > limit, plan.known.shared);
    if (plan.knownAt === null) return found;
    return { rows: rowsThen(sqlite, found.rows, plan.knownAt), hasMore: found.hasMore };
  }

  return {
    list,
    listLater: list,

    *count(filter, after = null) {
      const asked = planOf(knownTraits(), filter);
      const plan = { ...asked, low: Math.max(asked.low, after === null ? 0 : after + 1) };
      const known = sumOf(
        plan.knownAt === null ? plan.known.all : yield* knownThen(plan.known, plan.knownAt),
      );
      const newest = newestRow.parse(sqlite.first('SELECT max(key) AS key FROM events')).key;
      const wholeWords = plan.words.length === 0 ? [] : matchesOf(sqlite, plan).whole;
      if (plan.isWordless) return { total: 0, known, newest, wholeWords };
      const isOfTraits =
        plan.words.length === 0 &&
        plan.resourceId === null &&
        plan.customerId === null &&
        plan.knownAt === null &&
        after === null &&
        filter.from === null &&
        filter.to === null;
      const passing = isOfTraits
        ? sumOf(plan.traits ?? plan.known.all)
        : yield* total(sqlite, plan);
      return { total: passing, known, newest, wholeWords };
    },

    *histogram(filter, bars) {
      return yield* histogram(sqlite, planOf(knownTraits(), filter), bars);
    },

    *facets(knownAt) {
      const known = knownTraits();
      if (knownAt === null) return facetsOf(known);
      return facetsOf({ ...known, all: yield* knownThen(known, knownAt) });
    },

    // biome-ignore lint/correctness/useYield: one step is enough.
    *event({ eventId, isApart, knownAt }) {
      const found = sqlite.texts(
        `SELECT ${PACKED} FROM events e WHERE e.event = ? AND e.is_apart >= ? AND e.heard_at <= ?
         ORDER BY e.is_apart LIMIT 1`,
        [
          eventId.startsWith(EVENT_PREFIX) ? eventId.slice(EVENT_PREFIX.length) : '',
          Number(isApart),
          knownAt ?? Number.MAX_SAFE_INTEGER,
        ],
      );
      const [row] = unpacked(found, knownTraits().shared);
      if (row === undefined) return null;
      return knownAt === null ? row : (rowsThen(sqlite, [row], knownAt)[0] ?? null);
    },

    *jumps(query) {
      return yield* jumps(sqlite, knownTraits, query);
    },

    *deliveries(eventId) {
      if (!eventId.startsWith(EVENT_PREFIX)) return [];
      const { paths } = knownTraits();
      const rows = sqlite.all(
        `SELECT d.arrival, d.slot, d.received_at, d.proof, d.role
         FROM events e CROSS JOIN deliveries d ON d.key = e.key
         WHERE e.event = ? ORDER BY d.arrival`,
        [eventId.slice(EVENT_PREFIX.length)],
      );
      return deliveryRows.parse(rows).map((row) => {
        const proof = signatureOf(row.proof);
        return {
          arrival: row.arrival,
          receivedAt: row.received_at,
          slotPath: paths.get(row.slot) ?? '',
          proof: proof === 'genuine-reserialised' ? proof : 'genuine',
          role: roles[row.role] ?? 'first',
        };
      });
    },
  };
}

/** Values to filter by, counted over all events. */
function facetsOf({ all, paths }: KnownTraits): Facets {
  const counted = <Value>(valuesOf: (traits: Traits) => readonly Value[]) => {
    const counts = new Map<Value, number>();
    for (const { traits, events } of all) {
      for (const value of valuesOf(traits)) counts.set(value, (counts.get(value) ?? 0) + events);
    }
    return counts;
  };
  const named = (counts: ReadonlyMap<string, number>) =>
    [...counts.entries()]
      .map(([name, count]) => ({ name, count }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  const byProof = counted(({ proof }) => [proof]);
  const bySlot = counted(({ slots }) => slots);

  return {
    names: named(counted(({ name }) => [name])),
    resourceKinds: named(
      counted(({ resourceKind }) => (resourceKind === null ? [] : [resourceKind])),
    ),
    slots: [...bySlot.entries()]
      .sort(([left], [right]) => left - right)
      .map(([slot, count]) => ({ slotPath: paths.get(slot) ?? '', count })),
    proofs: eventSignatures.map((proof) => ({ proof, count: byProof.get(proof) ?? 0 })),
    flags: eachFlag((flag) => eventsThat(all, (traits) => traits[flag])),
  };
}

const eventsThat = (all: readonly CountedTraits[], has: (traits: Traits) => boolean): number =>
  all.filter(({ traits }) => has(traits)).reduce((sum, { events }) => sum + events, 0);
