/** Counts by day and hour, for totals, histograms and far pages without a walk over events. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { DAY_MS, firstKey, HOUR_MS, KEYS_PER_MS, msOfKey } from '../keys.ts';
import { idsOf, type Plan } from './plan.ts';

/** So many events of these traits at this moment, which is the beginning of a period. */
export interface Counted {
  readonly at: number;
  readonly traits: number;
  readonly events: number;
}

/** Numbers are bound as floating-point ones, which would not divide as whole ones do. */
export const WHOLE = 'CAST(? AS INTEGER)';

const countedRows = z.array(z.object({ at: z.int(), traits: z.int(), events: z.int() }));
const edgeRow = z.object({ key: z.int().nullable() });
const totalRows = z.array(z.object({ period: z.int(), events: z.int() }));

type TraitsAndRange = Pick<Plan, 'traits' | 'low' | 'high'>;

/** `AND traits IN …` where not all pass. */
const among = (traits: Plan['traits']) =>
  traits === null
    ? { sql: '', values: [] }
    : { sql: ' AND traits IN (SELECT value FROM json_each(?))', values: [idsOf(traits)] };

/**
 * Counts of a range of keys, in periods of at most `stepMs`: whole days and hours from their counts,
 * and only what is left at the edges event by event.
 */
export function countPeriods(sqlite: Sqlite, plan: TraitsAndRange, stepMs: number): Counted[] {
  const { traits } = plan;
  const counted: Counted[] = [];
  const { sql, values } = among(traits);
  const rollup = (table: 'days' | 'hours', ms: number, from: number, to: number): void => {
    if (from >= to) return;
    const column = table === 'days' ? 'day' : 'hour';
    const rows = sqlite.all(
      `SELECT ${column} * ? AS at, traits, events FROM ${table} WHERE ${column} >= ? AND ${column} < ?${sql}`,
      [ms, from / ms, to / ms, ...values],
    );
    counted.push(...countedRows.parse(rows));
  };
  const singly = (low: number, high: number): void => {
    if (low >= high) return;
    const step = Math.min(stepMs, HOUR_MS);
    const rows = sqlite.all(
      `SELECT key / ${KEYS_PER_MS} / ${WHOLE} * ${WHOLE} AS at, traits, count(*) AS events FROM events
       WHERE key >= ? AND key < ?${sql} GROUP BY 1, 2`,
      [step, step, low, high, ...values],
    );
    counted.push(...countedRows.parse(rows));
  };

  const { low, high } = within(sqlite, plan);
  if (low >= high) return counted;
  const hours = wholePeriods(low, high, HOUR_MS);
  if (stepMs < HOUR_MS || hours === null) {
    singly(low, high);
    return counted;
  }
  singly(low, firstKey(hours.from));
  singly(firstKey(hours.to), high);
  const days =
    stepMs < DAY_MS ? null : wholePeriods(firstKey(hours.from), firstKey(hours.to), DAY_MS);
  if (days === null) {
    rollup('hours', HOUR_MS, hours.from, hours.to);
    return counted;
  }
  rollup('hours', HOUR_MS, hours.from, days.from);
  rollup('days', DAY_MS, days.from, days.to);
  rollup('hours', HOUR_MS, days.to, hours.to);
  return counted;
}

/** The part of the range in which there are events at all. */
function within(sqlite: Sqlite, { low, high }: TraitsAndRange) {
  const first = edgeRow.parse(sqlite.first('SELECT min(key) AS key FROM events')).key;
  const last = edgeRow.parse(sqlite.first('SELECT max(key) AS key FROM events')).key;
  if (first === null || last === null) return { low: 0, high: 0 };
  return { low: Math.max(low, first), high: Math.min(high, last + 1) };
}

/** Periods that lie wholly between two keys; null when there is none. */
function wholePeriods(low: number, high: number, ms: number) {
  const from = Math.ceil(low / KEYS_PER_MS / ms) * ms;
  const to = Math.floor(high / KEYS_PER_MS / ms) * ms;
  return from < to ? { from, to } : null;
}

/** Returns what passes over the newest `offset` events of a plan in long strides. */
export function createStrides(sqlite: Sqlite) {
  let kept: { readonly of: string; readonly totals: z.infer<typeof totalRows> } | null = null;

  const dayTotals = ({ known, traits }: Plan) => {
    const of = `${known.version} ${traits === null ? '' : idsOf(traits)}`;
    if (kept?.of === of) return kept.totals;
    const { sql, values } = among(traits);
    const rows = sqlite.all(
      `SELECT day AS period, sum(events) AS events FROM days WHERE true${sql} GROUP BY day ORDER BY day DESC`,
      values,
    );
    kept = { of, totals: totalRows.parse(rows) };
    return kept.totals;
  };
  const hourTotals = ({ traits }: Plan, from: number, to: number) => {
    const { sql, values } = among(traits);
    const rows = sqlite.all(
      `SELECT hour AS period, sum(events) AS events FROM hours WHERE hour >= ? AND hour < ?${sql} GROUP BY hour ORDER BY hour DESC`,
      [from / HOUR_MS, to / HOUR_MS, ...values],
    );
    return totalRows.parse(rows);
  };

  /** Where the rest of the offset begins: the events before `high` are as many fewer. */
  return (plan: Plan, offset: number): { readonly high: number; readonly offset: number } => {
    const all = dayTotals(plan);
    const newest = all[0];
    if (newest === undefined) return { high: plan.high, offset };
    const dayStart = Math.min(
      Math.floor(msOfKey(plan.high) / DAY_MS) * DAY_MS,
      (newest.period + 1) * DAY_MS,
    );
    let left = offset;
    const partial = countPeriods(sqlite, { ...plan, low: firstKey(dayStart) }, DAY_MS);
    const ofPartial = partial.reduce((sum, { events }) => sum + events, 0);
    if (ofPartial > left) return { high: plan.high, offset };
    left -= ofPartial;
    const stride = (totals: z.infer<typeof totalRows>, ms: number, before: number): number => {
      let end = before;
      for (const { period, events } of totals) {
        if ((period + 1) * ms > before) continue;
        if (events > left) return (period + 1) * ms;
        left -= events;
        end = period * ms;
      }
      return end;
    };
    const end = stride(all, DAY_MS, dayStart);
    const hourEnd = stride(hourTotals(plan, end - DAY_MS, end), HOUR_MS, end);
    return { high: Math.min(plan.high, firstKey(hourEnd)), offset: left };
  };
}
