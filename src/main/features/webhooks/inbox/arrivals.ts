/**
 * Which deliveries, by index alone: a page costs the same however many are stored, and a row that
 * can't be read is in nobody's way.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  isVerified,
  type SignatureCheckKind,
  signatureCheckKinds,
} from '../signature-checks/types.ts';
import type { Keeping, VerifiedDelivery } from './types.ts';

/** Several slots, by their numbers, as a JSON list. */
export type PathNumbers = string;

const arrivalRow = z.object({ arrival: z.int() });
const genuineRow = z.object({ sequence: z.int(), arrival: z.int() });

const genuineKinds = signatureCheckKinds.filter(isVerified);

/** The newest so many of each slot and name: one seek each in an index of (slot, name, …, arrival). */
const newestOf = (table: string, column: string): string =>
  `SELECT a.value AS arrival FROM json_each(?) s, json_each(?) k, json_each((
     SELECT json_group_array(arrival) FROM (
       SELECT arrival FROM ${table}
       WHERE slot = s.value AND ${column} = k.value AND arrival < ?
       ORDER BY arrival DESC LIMIT ?))) a`;

/** The oldest so many after a number, of each slot and genuine kind. */
const oldestOf = (table: string, column: string, sequence: string): string =>
  `SELECT a.value ->> 0 AS sequence, a.value ->> 1 AS arrival
   FROM json_each(?) s, json_each(?) k, json_each((
     SELECT json_group_array(json_array(sequence, arrival)) FROM (
       SELECT ${sequence} AS sequence, arrival FROM ${table}
       WHERE slot = s.value AND ${column} = k.value AND ${sequence} > ?
       ORDER BY ${sequence} LIMIT ?))) a`;

const NEWEST_BY_FIRST_VERDICT = newestOf('deliveries', 'verdict');
const NEWEST_BY_LATER_VERDICT = newestOf('verdicts', 'kind');
const NEWEST_WAITING = newestOf('waiting', 'pool');
const GENUINE_AT_ONCE = oldestOf('deliveries', 'verdict', 'arrival');
const GENUINE_LATER = oldestOf('verdicts', 'kind', 'sequence');

export interface ArrivalFilter {
  readonly slots: PathNumbers;
  readonly keeping: Keeping | null;
  readonly verdict: SignatureCheckKind | null;
}

export function createArrivals(sqlite: Sqlite) {
  const newest = (
    sql: string,
    { slots }: ArrivalFilter,
    names: readonly string[],
    [before, limit]: readonly [number, number],
  ): number[] =>
    z
      .array(arrivalRow)
      .parse(sqlite.all(sql, [slots, JSON.stringify(names), before, limit]))
      .map(({ arrival }) => arrival);

  return {
    /**
     * Arrivals before this one, newest first: all that the filter wants are among them, and where
     * they are fewer than the limit there are no more.
     */
    newestBefore(filter: ArrivalFilter, before: number, limit: number): readonly number[] {
      const { keeping, verdict } = filter;
      const page = [before, limit] as const;
      const found: number[] = [];
      if (keeping === null && verdict === null) {
        found.push(...newest(NEWEST_BY_FIRST_VERDICT, filter, signatureCheckKinds, page));
      } else if (
        keeping === 'kept' ||
        (keeping === null && verdict !== null && isVerified(verdict))
      ) {
        const kinds = verdict === null ? genuineKinds : [verdict].filter(isVerified);
        found.push(...newest(NEWEST_BY_FIRST_VERDICT, filter, kinds, page));
        found.push(...newest(NEWEST_BY_LATER_VERDICT, filter, kinds, page));
      } else {
        const pools = keeping === null ? ['held', 'quarantined'] : [keeping];
        found.push(...newest(NEWEST_WAITING, filter, pools, page));
      }
      return found.toSorted((left, right) => right - left).slice(0, limit);
    },

    genuineAfter(slots: PathNumbers, after: number, limit: number): readonly VerifiedDelivery[] {
      const values = [slots, JSON.stringify(genuineKinds), after, limit];
      return z
        .array(genuineRow)
        .parse([...sqlite.all(GENUINE_AT_ONCE, values), ...sqlite.all(GENUINE_LATER, values)])
        .toSorted((left, right) => left.sequence - right.sequence)
        .slice(0, limit);
    },

    /** The newest of a slot before this arrival; null when nothing came. */
    lastBefore(slots: PathNumbers, before: number): number | null {
      const filter = { slots, keeping: null, verdict: null };
      const page = [before, 1] as const;
      return newest(NEWEST_BY_FIRST_VERDICT, filter, signatureCheckKinds, page).reduce<
        number | null
      >((last, arrival) => Math.max(last ?? arrival, arrival), null);
    },
  };
}
