/**
 * Marks of events as they were known at a moment: how an event was proved, how often and on which
 * webhooks it was heard, and whether other content had come. The index keeps what they are now; what
 * they were follows from the deliveries and look-ups by then. Exact repeats of a delivery are dated by
 * the newest of them alone, and count from that moment on.
 */
import { z } from 'zod';
import { type DatedFlag, datedFlags } from '../../../../../bridge/event-flags.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { IndexedEvent } from '../../types.ts';
import { signatureNumber, signatureOf, type Traits } from '../traits.ts';
import type { IndexFilter, KnownTraits } from './known-traits.ts';

/** A condition on rows of `events e`, with what stands for its question marks. */
export interface Conditions {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Whether an event with these traits may have passed the filter at an earlier moment. */
export function mayHavePassed(traits: Traits, paths: KnownTraits['paths'], filter: IndexFilter) {
  const { slotPaths, proof } = filter;
  const isHeardThere =
    slotPaths === null || traits.slots.some((slot) => slotPaths.includes(paths.get(slot) ?? ''));
  // Proofs only get better, and marks only come.
  const isProved =
    proof === null || proof === 'read' || signatureNumber(traits.proof) <= signatureNumber(proof);
  const isMarked = datedFlags.every((flag) => filter[flag] !== true || traits[flag]);
  return isHeardThere && isProved && isMarked;
}

const isAskedOfMarks = (filter: IndexFilter): boolean =>
  [filter.slotPaths, filter.proof, ...datedFlags.map((flag) => filter[flag])].some(
    (wanted) => wanted !== null,
  );

/** One delivery or look-up brought all there is of such an event: its marks were never otherwise. */
const isSingle = ({ isRepeated, slots }: Traits): boolean => !isRepeated && slots.length < 2;

const HEARD = 'FROM deliveries d WHERE d.key = e.key AND d.received_at <= ?';
const ANY = `EXISTS (SELECT 1 ${HEARD})`;
const LOOKED_UP = 'EXISTS (SELECT 1 FROM look_ups l WHERE l.key = e.key)';

/** What the marks of `events e` have to have been; null when the filter asks nothing of them. */
export function conditionsThen(
  { all, paths }: KnownTraits,
  filter: IndexFilter,
  knownAt: number,
  passesNow: (traits: Traits) => boolean,
): Conditions | null {
  if (!isAskedOfMarks(filter)) return null;
  const idsOf = (has: (traits: Traits) => boolean): string =>
    JSON.stringify(all.flatMap(({ id, traits }) => (has(traits) ? [id] : [])));
  const among = 'e.traits IN (SELECT value FROM json_each(?))';
  const tests: Conditions[] = [];
  const add = (sql: string, ...values: readonly (string | number)[]) => tests.push({ sql, values });

  if (filter.slotPaths !== null) {
    const wanted = filter.slotPaths;
    const slots = [...paths].flatMap(([slot, path]) => (wanted.includes(path) ? [slot] : []));
    const there = 'd.slot IN (SELECT value FROM json_each(?))';
    add(`EXISTS (SELECT 1 ${HEARD} AND ${there})`, knownAt, JSON.stringify(slots));
  }
  if (filter.proof === 'genuine') add(`EXISTS (SELECT 1 ${HEARD} AND d.proof = 0)`, knownAt);
  if (filter.proof === 'genuine-reserialised') {
    add(`${ANY} AND NOT EXISTS (SELECT 1 ${HEARD} AND d.proof = 0)`, knownAt, knownAt);
  }
  if (filter.proof === 'read') {
    const looked = 'SELECT l.key FROM look_ups l WHERE l.observed_at <= ?';
    add(`e.key IN (${looked}) AND NOT ${ANY}`, knownAt, knownAt);
  }
  /** Whether the event had the flag by then. */
  const had: Readonly<Record<DatedFlag, () => readonly [sql: string, first: string | number]>> = {
    isLate: () => [`${among} AND ${ANY}`, idsOf(({ isLate }) => isLate)],
    isRepeated() {
      const times = 'count(*) + coalesce(sum(CASE WHEN d.repeated_at <= ? THEN d.repeats END), 0)';
      return [`(SELECT ${times} > max(1, count(DISTINCT d.slot)) ${HEARD})`, knownAt];
    },
    isDiffering() {
      const told = `SELECT coalesce(d.sameness, e.sameness) AS said ${HEARD}
        UNION ALL SELECT l.sameness FROM look_ups l WHERE l.key = e.key AND l.observed_at <= ?`;
      return [`(SELECT count(DISTINCT said) > 1 FROM (${told}))`, knownAt];
    },
  };
  for (const flag of datedFlags) {
    const wanted = filter[flag];
    if (wanted === null) continue;
    const [sql, first] = had[flag]();
    add(wanted ? sql : `NOT (${sql})`, first, knownAt);
  }
  return {
    sql: ` AND CASE WHEN ${among} AND NOT ${LOOKED_UP} THEN ${among} ELSE ${tests
      .map(({ sql }) => `(${sql})`)
      .join(' AND ')} END`,
    values: [
      idsOf(isSingle),
      idsOf((traits) => isSingle(traits) && passesNow(traits)),
      ...tests.flatMap(({ values }) => values),
    ],
  };
}

const deliveryRows = z.array(
  z.object({
    key: z.int(),
    slot: z.int(),
    proof: z.int(),
    repeats: z.int(),
    repeated_at: z.int().nullable(),
    said: z.int(),
  }),
);
const lookUpRows = z.array(z.object({ key: z.int(), said: z.int() }));

/** Rows with the marks that they had then; all of them were heard by then. */
export function rowsThen(
  sqlite: Sqlite,
  rows: readonly IndexedEvent[],
  knownAt: number,
): IndexedEvent[] {
  const keys = JSON.stringify(rows.map(({ key }) => key));
  const deliveries = grouped(
    deliveryRows.parse(
      sqlite.all(
        `SELECT e.key, d.slot, d.proof, d.repeats, d.repeated_at, coalesce(d.sameness, e.sameness) AS said
         FROM json_each(?) CROSS JOIN events e ON e.key = json_each.value
         CROSS JOIN deliveries d ON d.key = e.key WHERE d.received_at <= ?`,
        [keys, knownAt],
      ),
    ),
  );
  const lookUps = grouped(
    lookUpRows.parse(
      sqlite.all(
        `SELECT l.key, l.sameness AS said FROM json_each(?)
         CROSS JOIN look_ups l ON l.key = json_each.value WHERE l.observed_at <= ?`,
        [keys, knownAt],
      ),
    ),
  );
  return rows.map((row) => {
    const heard = deliveries.get(row.key) ?? [];
    const said = new Set([...heard, ...(lookUps.get(row.key) ?? [])].map((one) => one.said));
    const times = heard.reduce(
      (sum, { repeats, repeated_at: at }) => sum + 1 + (at !== null && at <= knownAt ? repeats : 0),
      0,
    );
    const isDelivered = heard.length > 0;
    return {
      ...row,
      proof: isDelivered ? signatureOf(Math.min(...heard.map(({ proof }) => proof))) : 'read',
      isLate: row.isLate && isDelivered,
      isOutOfOrder: row.isOutOfOrder && isDelivered,
      heard: Math.max(1, times),
      webhooks: new Set(heard.map(({ slot }) => slot)).size,
      isDiffering: said.size > 1,
    };
  });
}

function grouped<Row extends { readonly key: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const byKey = new Map<number, Row[]>();
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  return byKey;
}
