/** What the index is asked, over a connection that only reads. Each answer is worked out in steps. */
import { z } from 'zod';
import type { CountView, HistogramView } from '../../../../../bridge/timeline.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { Facets, IndexedDelivery, IndexedEvent, IndexQuery, Jumps } from '../../types.ts';
import { EVENT_PREFIX } from '../facts.ts';
import { roles, signatureOf } from '../traits.ts';
import { rowsThen } from './as-of.ts';
import { facetsOf } from './facets.ts';
import { histogram } from './histogram.ts';
import { type JumpQuery, jumps } from './jumps.ts';
import { createKnownThen } from './known-then.ts';
import { createKnownTraits, type IndexFilter } from './known-traits.ts';
import { matchesOf } from './matches.ts';
import { createPages, type Steps } from './pages.ts';
import { planOf } from './plan.ts';
import { PACKED, Page, unpacked } from './rows.ts';
import { sumOf, total } from './tally.ts';

export type ReaderQuery = Omit<IndexQuery, 'filter'> & { readonly filter: IndexFilter };

export interface EventQuery {
  readonly eventId: string;
  /** The one apart from a real one of its id; else the real one first. */
  readonly isApart: boolean;
  /** Milliseconds since 1970; null is now. */
  readonly knownAt: number | null;
}

/** Of a moment, or packed. */
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
