/** Pages of events, packed (rows.ts), newest first, each by the way that reads the fewest rows. */
import { inParts } from '../../../../../platform/slices.ts';
import type { Sqlite, SqlValue } from '../../../../../platform/sqlite.ts';
import { hashOf } from '../marks.ts';
import type { Traits } from '../traits.ts';
import type { CountedTraits } from './known-traits.ts';
import { matchesOf } from './matches.ts';
import { createStrides } from './periods.ts';
import { idsOf, knownBefore, type Plan, rowConditions } from './plan.ts';
import { keyOfPacked, PACKED } from './rows.ts';

/** Rows from the newest of the plan on. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Beyond it an offset is worth counting periods. */
const FAR = 500;
/** Traits that are merged in one query; more are merged here. */
const MOST_ARMS = 60;
/** What the merge of one more of the traits costs, and one row of it, in events that are walked over. */
const ARM_COST = 70;
const ROW_COST = 28;

/** A way to come past events, newest first. */
interface Walk {
  readonly from: string;
  readonly passes: (traits: Traits) => boolean;
  /** What an event on the way costs, and a row that is found, in events of the whole table. */
  readonly each: number;
  readonly row: number;
}
const walks: readonly Walk[] = [
  { from: 'events WHERE', passes: () => true, each: 1, row: 0 },
  {
    from: 'events INDEXED BY events_mock WHERE traits & 2 AND',
    passes: ({ isMock }) => isMock,
    each: 0.6,
    row: ROW_COST,
  },
  {
    from: 'events INDEXED BY events_late WHERE traits & 1 AND',
    passes: ({ isLate }) => isLate,
    each: 0.6,
    row: ROW_COST,
  },
];

/** Work in steps, so that something else may be asked in between. */
export type Steps<Result> = Generator<undefined, Result>;

export function createPages(sqlite: Sqlite) {
  const stride = createStrides(sqlite);
  const rows = (sql: string, values: readonly SqlValue[]): string[] => sqlite.texts(sql, values);
  const range = ({ low, high }: Plan): readonly number[] => [low, high];

  function* bySearch(plan: Plan, { offset, limit }: Slice): Steps<string[]> {
    const { expressions, lead } = matchesOf(sqlite, plan);
    const conditions = rowConditions(plan, 'marks');
    const sql = `SELECT ${PACKED} FROM words CROSS JOIN events e ON e.key = words.rowid
      WHERE words MATCH ? AND words.rowid >= ? AND words.rowid < ?${conditions.sql}
      ORDER BY words.rowid DESC LIMIT ? OFFSET ?`;
    const read = (match: string, slice: Slice) =>
      rows(sql, [match, ...range(plan), ...conditions.values, slice.limit, slice.offset]);
    const [only, ...others] = expressions;
    if (only === undefined) return [];
    if (lead !== null && plan.id !== null) return byLead(plan, [lead, only], { offset, limit });
    if (others.length === 0) return read(only, { offset, limit });
    let found: string[] = [];
    for (const match of expressions) {
      found = newest([found, read(match, { offset: 0, limit: offset + limit })], offset + limit);
      yield;
    }
    return found.slice(offset);
  }

  /** Each event of the kind would be a place to look at in its long list: most are told by their row. */
  const byLead = (
    plan: Plan,
    [lead, whole]: readonly [string, string],
    { offset, limit }: Slice,
  ): string[] => {
    const conditions = rowConditions(plan, 'marks');
    return rows(
      `SELECT ${PACKED} FROM words CROSS JOIN events e ON e.key = words.rowid
       WHERE words MATCH ? AND words.rowid >= ? AND words.rowid < ?
         AND (e.customer_id = ? OR e.resource_id = ? OR EXISTS (
           SELECT 1 FROM words again WHERE again.words MATCH ? AND again.rowid = e.key))${conditions.sql}
       ORDER BY words.rowid DESC LIMIT ? OFFSET ?`,
      [lead, ...range(plan), plan.id, plan.id, whole, ...conditions.values, limit, offset],
    );
  };

  const byId = (plan: Plan, { offset, limit }: Slice): string[] => {
    const [column, id] =
      plan.resourceId === null
        ? ['customer_hash', plan.customerId ?? '']
        : ['resource_hash', plan.resourceId];
    const conditions = rowConditions(plan, 'nothing');
    return rows(
      `SELECT ${PACKED} FROM events e WHERE e.${column} = ? AND e.key >= ? AND e.key < ?${conditions.sql} ORDER BY e.key DESC LIMIT ? OFFSET ?`,
      [hashOf(id), ...range(plan), ...conditions.values, limit, offset],
    );
  };

  const walk = (plan: Plan, { offset, limit }: Slice): string[] => {
    const conditions = rowConditions(plan, 'traits');
    return rows(
      `SELECT ${PACKED} FROM events e WHERE e.key >= ? AND e.key < ?${conditions.sql} ORDER BY e.key DESC LIMIT ? OFFSET ?`,
      [...range(plan), ...conditions.values, limit, offset],
    );
  };

  /** Walks over so many events only; null when too few of them passed. */
  const look = (
    plan: Plan,
    traits: readonly CountedTraits[],
    { offset, limit }: Slice,
    { from, events }: { readonly from: string; readonly events: number },
  ): string[] | null => {
    const conditions = rowConditions(plan, 'traits');
    const found = rows(
      `SELECT ${PACKED} FROM (SELECT key, traits FROM ${from} key >= ? AND key < ? ORDER BY key DESC LIMIT ?) found
       CROSS JOIN events e ON e.key = found.key
       WHERE found.traits IN (SELECT value FROM json_each(?))${conditions.sql}
       ORDER BY found.key DESC LIMIT ? OFFSET ?`,
      [...range(plan), events, idsOf(traits), ...conditions.values, limit, offset],
    );
    return found.length === limit ? found : null;
  };

  const merge = (plan: Plan, arms: readonly CountedTraits[], slice: Slice): string[] => {
    const conditions = rowConditions(plan, 'traits');
    const arm = `SELECT e.key FROM events e WHERE e.traits = ? AND e.key >= ? AND e.key < ?${conditions.sql}`;
    return rows(
      `SELECT ${PACKED} FROM (${arms.map(() => arm).join(' UNION ALL ')} ORDER BY 1 DESC LIMIT ? OFFSET ?) found
       CROSS JOIN events e ON e.key = found.key ORDER BY e.key DESC`,
      [
        ...arms.flatMap(({ id }) => [id, ...range(plan), ...conditions.values]),
        slice.limit,
        slice.offset,
      ],
    );
  };

  const byTraits = (plan: Plan, traits: readonly CountedTraits[], slice: Slice): string[] => {
    if (traits.length === 0) return [];
    const wantedRows = slice.offset + slice.limit;
    const { cost, ...way } = shortestWalk(plan, traits, wantedRows);
    if (cost <= traits.length * ARM_COST + wantedRows * ROW_COST) {
      const found = look(plan, traits, slice, way);
      if (found !== null) return found;
    }
    if (traits.length <= MOST_ARMS) return merge(plan, traits, slice);
    const wanted = { offset: 0, limit: wantedRows };
    const pages = [...inParts(traits, MOST_ARMS)].map((arms) => merge(plan, arms, wanted));
    return newest(pages, wanted.limit).slice(slice.offset);
  };

  const without = (plan: Plan, slice: Slice): string[] =>
    plan.traits === null ? walk(plan, slice) : byTraits(plan, plan.traits, slice);

  /** What was heard by a moment stands before a key, but for what was ahead of our clock. */
  const asOf = (plan: Plan, knownAt: number, slice: Slice): string[] => {
    const bound = Math.min(plan.high, knownBefore(knownAt));
    const ahead = (plan.traits ?? plan.known.all).filter(({ traits }) => traits.isAhead);
    if (ahead.length === 0) return without({ ...plan, high: bound }, slice);
    const wanted = { offset: 0, limit: slice.offset + slice.limit };
    const beyond = { ...plan, traits: ahead, low: Math.max(plan.low, bound) };
    return newest(
      [byTraits(beyond, ahead, wanted), without({ ...plan, high: bound }, wanted)],
      wanted.limit,
    ).slice(slice.offset);
  };

  return function* page(plan: Plan, slice: Slice): Steps<string[]> {
    if (plan.words.length > 0) return yield* bySearch(plan, slice);
    if (plan.resourceId !== null || plan.customerId !== null) return byId(plan, slice);
    if (plan.knownAt !== null) return asOf(plan, plan.knownAt, slice);
    if (slice.offset < FAR) return without(plan, slice);
    const { high, offset } = stride(plan, slice.offset);
    return without({ ...plan, high }, { ...slice, offset });
  };
}

/** Among the walks that come past all events of these traits. */
function shortestWalk(plan: Plan, traits: readonly CountedTraits[], wantedRows: number) {
  const passing = Math.max(sumOf(traits), 1);
  const ways = walks
    .filter(({ passes }) => traits.every((trait) => passes(trait.traits)))
    .map(({ from, passes, each, row }) => {
      const all = sumOf(plan.known.all.filter((one) => passes(one.traits)));
      const walked = (wantedRows * all) / passing;
      return { from, events: Math.ceil(walked * 2), cost: walked * each + wantedRows * row };
    });
  return ways.reduce((one, other) => (other.cost < one.cost ? other : one));
}

const sumOf = (traits: readonly CountedTraits[]): number =>
  traits.reduce((sum, { events }) => sum + events, 0);

/** The newest of several pages, each event once. */
function newest(pages: readonly (readonly string[])[], limit: number): string[] {
  const byKey = new Map(pages.flat().map((row) => [keyOfPacked(row), row]));
  return [...byKey]
    .sort(([left], [right]) => right - left)
    .slice(0, limit)
    .map(([, row]) => row);
}
