/** How many events pass a plan, by period and traits: what counts and histograms are made of. */
import { z } from 'zod';
import { inParts } from '../../../../../platform/slices.ts';
import type { Sqlite, SqlValue } from '../../../../../platform/sqlite.ts';
import { KEYS_PER_MS } from '../keys.ts';
import { hashOf } from '../marks.ts';
import { matchesOf } from './matches.ts';
import type { Steps } from './pages.ts';
import { type Counted, countPeriods, WHOLE } from './periods.ts';
import { knownBefore, type Plan, rowConditions } from './plan.ts';

/** Found words of one step; others are answered in between. */
const STEP = 20_000;

const countedRows = z.array(z.object({ at: z.int(), traits: z.int(), events: z.int() }));
const steppedRows = z.array(
  z.object({ at: z.int(), traits: z.int().nullable(), events: z.int(), last: z.int() }),
);
const stepRow = z.object({ events: z.int(), last: z.int().nullable() });
const keyRows = z.array(z.object({ key: z.int() }));

/** Counts in periods of at most `stepMs`; several may stand for the same period and traits. */
export function* tally(sqlite: Sqlite, plan: Plan, stepMs: number): Steps<Counted[]> {
  if (plan.traits?.length === 0) return [];
  if (plan.words.length > 0) return yield* ofSearch(sqlite, plan, stepMs);
  if (plan.resourceId !== null || plan.customerId !== null) return ofId(sqlite, plan, stepMs);
  if (plan.knownAt !== null) return yield* asOf(sqlite, plan, plan.knownAt, stepMs);
  return countPeriods(sqlite, plan, stepMs);
}

const period = `e.key / ${KEYS_PER_MS} / ${WHOLE} * ${WHOLE} AS at`;

const counted = (sqlite: Sqlite, sql: string, values: readonly SqlValue[]): Counted[] =>
  countedRows.parse(sqlite.all(sql, values));

function ofId(sqlite: Sqlite, plan: Plan, stepMs: number): Counted[] {
  const [column, id] =
    plan.resourceId === null
      ? ['customer_hash', plan.customerId ?? '']
      : ['resource_hash', plan.resourceId];
  const conditions = rowConditions(plan, 'nothing');
  return counted(
    sqlite,
    `SELECT ${period}, e.traits, count(*) AS events FROM events e
     WHERE e.${column} = ? AND e.key >= ? AND e.key < ?${conditions.sql} GROUP BY 1, 2`,
    [stepMs, stepMs, hashOf(id), plan.low, plan.high, ...conditions.values],
  );
}

function* asOf(sqlite: Sqlite, plan: Plan, knownAt: number, stepMs: number): Steps<Counted[]> {
  // What is ahead of our clock may have been heard by then all the same.
  const isAheadPossible = plan.known.all.some(({ traits }) => traits.isAhead);
  const high = isAheadPossible ? plan.high : Math.min(plan.high, knownBefore(knownAt));
  const conditions = rowConditions({ ...plan, knownAt: null }, 'nothing');
  const found: Counted[] = [];
  yield* inReceivedParts(sqlite, knownAt, (after, upTo) => {
    const part = counted(
      sqlite,
      `SELECT ${period}, e.traits, count(*) AS events FROM events e INDEXED BY events_by_heard
       WHERE e.heard_at > ? AND e.heard_at <= ? AND e.key >= ? AND e.key < ?${conditions.sql} GROUP BY 1, 2`,
      [stepMs, stepMs, after, upTo, plan.low, high, ...conditions.values],
    );
    found.push(...part);
  });
  return found;
}

function* ofSearch(sqlite: Sqlite, plan: Plan, stepMs: number): Steps<Counted[]> {
  const { expressions } = matchesOf(sqlite, plan);
  const [only, ...others] = expressions;
  if (only === undefined) return [];
  if (others.length > 0) return yield* ofMany(sqlite, plan, stepMs, expressions);
  const conditions = rowConditions(plan, 'marks');
  const found: Counted[] = [];
  let before = plan.high;
  for (;;) {
    const rows = steppedRows.parse(
      sqlite.all(
        `SELECT found.key / ${KEYS_PER_MS} / ${WHOLE} * ${WHOLE} AS at, e.traits, count(*) AS events, min(found.key) AS last
         FROM (SELECT rowid AS key FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?
               ORDER BY rowid DESC LIMIT ${STEP}) found
         LEFT JOIN events e ON e.key = found.key${conditions.sql} GROUP BY 1, 2`,
        [stepMs, stepMs, only, plan.low, before, ...conditions.values],
      ),
    );
    for (const { at, traits, events } of rows)
      if (traits !== null) found.push({ at, traits, events });
    if (rows.reduce((sum, { events }) => sum + events, 0) < STEP) return found;
    before = Math.min(...rows.map(({ last }) => last));
    yield;
  }
}

/** How many events pass, where it does not matter which: a search is counted without their rows. */
export function* total(sqlite: Sqlite, plan: Plan): Steps<number> {
  const isSearchAlone = plan.words.length > 0 && rowConditions(plan, 'marks').sql === '';
  const matches = isSearchAlone ? matchesOf(sqlite, plan).expressions : [];
  if (matches.length !== 1) return sumOf(yield* tally(sqlite, plan, Number.MAX_SAFE_INTEGER));
  let sum = 0;
  let before = plan.high;
  for (;;) {
    const row = stepRow.parse(
      sqlite.first(
        `SELECT count(*) AS events, min(key) AS last FROM (
           SELECT rowid AS key FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?
           ORDER BY rowid DESC LIMIT ${STEP}) found`,
        [matches[0] ?? '', plan.low, before],
      ),
    );
    sum += row.events;
    if (row.events < STEP || row.last === null) return sum;
    before = row.last;
    yield;
  }
}

export const sumOf = (counted: readonly { readonly events: number }[]): number =>
  counted.reduce((sum, { events }) => sum + events, 0);

/** An event may match several expressions, so each is counted by its key. */
function* ofMany(
  sqlite: Sqlite,
  plan: Plan,
  stepMs: number,
  matches: readonly string[],
): Steps<Counted[]> {
  const keys = new Set<number>();
  for (const match of matches) {
    const rows = sqlite.all(
      'SELECT rowid AS key FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?',
      [match, plan.low, plan.high],
    );
    for (const { key } of keyRows.parse(rows)) keys.add(key);
    yield;
  }
  const found: Counted[] = [];
  const conditions = rowConditions(plan, 'marks');
  for (const part of inParts([...keys], STEP)) {
    const sql = `SELECT ${period}, e.traits, count(*) AS events FROM json_each(?) CROSS JOIN events e
      ON e.key = json_each.value WHERE true${conditions.sql} GROUP BY 1, 2`;
    const values = [stepMs, stepMs, JSON.stringify(part), ...conditions.values];
    found.push(...counted(sqlite, sql, values));
    yield;
  }
  return found;
}

/** Events of one part. */
const PART = 20_000;

const heardRow = z.object({ heard_at: z.int() });

/**
 * All that was heard by a moment in parts, so that others are answered while very much is counted: calls `count` for
 * each part, heard after one moment and by another. What one moment brought is one part.
 */
export function* inReceivedParts(
  sqlite: Sqlite,
  knownAt: number,
  count: (after: number, upTo: number) => void,
): Steps<void> {
  let after = -1;
  while (after < knownAt) {
    const row = sqlite.first(
      `SELECT heard_at FROM events INDEXED BY events_by_heard
       WHERE heard_at > ? AND heard_at <= ? ORDER BY heard_at LIMIT 1 OFFSET ${PART}`,
      [after, knownAt],
    );
    const upTo = row === undefined ? knownAt : heardRow.parse(row).heard_at;
    count(after, upTo);
    after = upTo;
    yield;
  }
}
